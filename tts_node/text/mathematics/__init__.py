"""Formulas as language models write them: found in the text, carried through the line, said in words.

`delimiters` tells a formula from money, `hidden` carries it as signs to its sentence, `tex` reads its
notation, `speech` says it with the `words` of the sentence's language, and `step` puts that in its place.
`signs_in_text` finds what is mathematics without any notation: `x²`, `π`, `∑`.
"""
