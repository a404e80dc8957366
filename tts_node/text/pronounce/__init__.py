"""Pronunciation marks: which brackets are marks, and from one notation of sounds to another.

`step.Marks` finds them in the stream, `fit.Fit` turns them into what a voice takes. `arpabet`, `xsampa` and
`pinyin` lead to the IPA, `symbols` from the IPA to the symbols that a voice knows, `letters` to a word that
is read about like that.
"""
