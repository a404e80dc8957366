"""Reading rules: numbers, units, dates and all else that is written shorter than it is said.

    sentence -> scan (left to right, one place at a time) -> detectors -> a thing -> the language says it

`reader.reader(language)` gives the step of one language. What things there are (`things`) and how they
look (`detect_*`) is the same for all languages but for a few tables; how they are said is the language's own
module.
"""
