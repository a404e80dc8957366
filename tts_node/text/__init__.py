"""From the client's letters to what is spoken: a line of steps on spans that remember where they came from.

`line.TextLine` composes the steps for text that arrives in pieces; `line.preview` does a whole text at once.
"""
