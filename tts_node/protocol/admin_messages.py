"""Messages for whoever has the admin token, and their answers."""

# No `from __future__ import annotations`: the codec reads the readers out of the annotations.
from dataclasses import dataclass, field
from typing import Any, ClassVar, get_args

from tts_node.protocol.fields import (
    EntryCase,
    EntryKind,
    Flag,
    Identifier,
    NullableText,
    NullableWhole,
    Object,
    Objects,
    Ref,
    Text,
    Texts,
    WaitSeconds,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Jobs:
    """What the node does for itself: all jobs, with next and last run."""

    type: ClassVar[str] = "jobs"
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRun:
    """Run a job now. The answer comes when the run is over, or after `wait_s`; at once without it."""

    type: ClassVar[str] = "job_run"
    name: Identifier
    wait_s: WaitSeconds | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPause:
    """No more runs by the clock, also after a restart."""

    type: ClassVar[str] = "job_pause"
    name: Identifier
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResume:
    """By the clock again."""

    type: ClassVar[str] = "job_resume"
    name: Identifier
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recycle:
    """Fresh processes for an engine; answered when they speak."""

    type: ClassVar[str] = "recycle"
    engine: Identifier
    reason: Text | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """Drain, end, start again. Answered before that begins."""

    type: ClassVar[str] = "restart"
    reason: Text | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """The household's words, all of them."""

    type: ClassVar[str] = "lexicon"
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconAdd:
    """One more of them, or another way to say one that is there. How it is said is one of `say`, `ipa` and
    `pinyin`, or `say` beside one of the others."""

    type: ClassVar[str] = "lexicon_add"
    written: Identifier
    kind: EntryKind | None = None
    language: Text | None = None
    say: Text | None = None
    ipa: Text | None = None
    pinyin: Text | None = None
    case: EntryCase | None = None
    one: Text | None = None
    few: Text | None = None
    many: Text | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconRemove:
    """One of them less."""

    type: ClassVar[str] = "lexicon_remove"
    written: Identifier
    kind: EntryKind | None = None
    language: Text | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconTest:
    """How a text would be read, and which of them it has."""

    type: ClassVar[str] = "lexicon_test"
    text: Text
    language: Text | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsAnswer:
    type: ClassVar[str] = "jobs"
    jobs: Objects = ()
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRunAnswer:
    """`job` is the job as in `jobs`: with `running_s` while it runs, else with its run in `last`."""

    type: ClassVar[str] = "job_run"
    job: Object = field(default_factory=dict[str, Any])
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPauseAnswer:
    type: ClassVar[str] = "job_pause"
    job: Object = field(default_factory=dict[str, Any])
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResumeAnswer:
    type: ClassVar[str] = "job_resume"
    job: Object = field(default_factory=dict[str, Any])
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecycleAnswer:
    """What the engine's processes took before and take now; None where there were none."""

    type: ClassVar[str] = "recycle"
    engine: Text
    before_bytes: NullableWhole = None
    after_bytes: NullableWhole = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartAnswer:
    type: ClassVar[str] = "restart"
    restarting: Flag = True
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconAnswer:
    """What holds now. `error` is what is wrong with the file, whose last good form holds then."""

    type: ClassVar[str] = "lexicon"
    entries: Objects = ()
    path: Text = ""
    error: NullableText = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconAddAnswer:
    """`replaced`: the word was there already, said in another way."""

    type: ClassVar[str] = "lexicon_add"
    entry: Object = field(default_factory=dict[str, Any])
    replaced: Flag = False
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconRemoveAnswer:
    type: ClassVar[str] = "lexicon_remove"
    entry: Object = field(default_factory=dict[str, Any])
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconTestAnswer:
    """`found`: entries with `start` and `end` in the text, code points."""

    type: ClassVar[str] = "lexicon_test"
    segments: Texts = ()
    found: Objects = ()
    language: NullableText = None
    ref: Ref | None = None


AdminMessage = (
    Jobs
    | JobRun
    | JobPause
    | JobResume
    | Recycle
    | Restart
    | Lexicon
    | LexiconAdd
    | LexiconRemove
    | LexiconTest
)
AdminAnswer = (
    JobsAnswer
    | JobRunAnswer
    | JobPauseAnswer
    | JobResumeAnswer
    | RecycleAnswer
    | RestartAnswer
    | LexiconAnswer
    | LexiconAddAnswer
    | LexiconRemoveAnswer
    | LexiconTestAnswer
)
ADMIN_MESSAGES: tuple[type[Any], ...] = get_args(AdminMessage)
ADMIN_ANSWERS: tuple[type[Any], ...] = get_args(AdminAnswer)
