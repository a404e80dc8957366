"""Steps that must leave pronunciation marks as they are, whoever wrote them."""

from __future__ import annotations

from collections.abc import Callable

from tts_node.text.pronounced import HIDDEN, marked
from tts_node.text.spans import Spans

_Step = Callable[[Spans], Spans]


def sparing_marks(step: _Step) -> _Step:
    """`step`, which sees each mark as one odd sign in its sentence. If it loses or changes one, it sees what
    stands between them, piece by piece.
    """

    def spared(spans: Spans) -> Spans:
        said = step(spans)
        if not marked(spans.text) or HIDDEN.findall(said.text) == HIDDEN.findall(spans.text):
            return said
        pieces: list[Spans] = []
        at = 0
        for run in HIDDEN.finditer(spans.text):
            pieces += [step(spans.slice(at, run.start())), spans.slice(*run.span())]
            at = run.end()
        pieces.append(step(spans.slice(at, len(spans))))
        return Spans.join(pieces)

    return spared
