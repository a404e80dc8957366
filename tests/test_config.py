"""Configuration: defaults, strictness, YAML's traps, and that every key is documented."""

# ruff: noqa: E501  (a table of cases reads best with one case a line)

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tts_node import config
from tts_node.config import Config, InvalidConfig, parse
from tts_node.errors import ConfigError

ROOT = Path(__file__).parents[1]


def problems(text: str) -> list[str]:
    with pytest.raises(InvalidConfig) as caught:
        parse(text, "config.yaml")
    return [str(problem) for problem in caught.value.problems]


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TTS_NODE_CONFIG", "TTS_NODE_STATE_DIR", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)


def voice_files(folder: Path, name: str = "voice") -> Path:
    (folder / f"{name}.onnx.json").write_text("{}")
    path = folder / f"{name}.onnx"
    path.write_bytes(b"")
    return path


# --- what is right -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "~", "server:\nengines:\nvoices:\n"])
def test_an_empty_file_is_the_defaults(text: str) -> None:
    assert parse(text, "config.yaml") == Config()


def test_the_default_engine_is_one_piper_with_the_embedded_voice() -> None:
    defaults = Config()
    assert {name: engine.type for name, engine in defaults.engines.items()} == {"piper": "piper"}
    assert defaults.embedded_engine == "piper"
    assert (defaults.server.host, defaults.server.port) == ("0.0.0.0", 8750)


def test_values_arrive_with_their_types(tmp_path: Path) -> None:
    voice_files(tmp_path)
    text = """
    node: {name: Küche}
    server: {port: 0, ping_interval_s: null, allow: [203.0.113.0/24], limits: {slow_reader_s: 5}}
    engines:
      piper: {threads: 2, cpus: [0, 1], settings: {max_chars: 200}}
      beep: {type: tone, settings: {voices: [1, 2.5, true, text]}}
    voices:
      other: {path: voice.onnx, speaker: 3, engine: piper}
    audio: {idle_flush_ms: null}
    """
    loaded = parse(text, tmp_path / "config.yaml")
    assert loaded.node.name == "Küche"
    assert loaded.server.ping_interval_s is None
    assert loaded.server.allow == ("203.0.113.0/24",)
    assert loaded.server.limits.slow_reader_s == 5.0
    assert loaded.engines["piper"].cpus == (0, 1)
    assert loaded.engines["piper"].settings == {"max_chars": 200}
    assert loaded.engines["beep"].type == "tone"
    assert loaded.engines["beep"].settings == {"voices": [1, 2.5, True, "text"]}
    assert loaded.voices["other"].path == tmp_path / "voice.onnx"
    assert loaded.voices["other"].speaker == 3
    assert loaded.audio.idle_flush_ms is None


def test_a_second_piper_speaks_with_a_voice_of_its_own(tmp_path: Path) -> None:
    voice_files(tmp_path)
    text = "engines: {piper: , attic: {type: piper}}\nvoices: {other: {path: voice.onnx, engine: attic}}"
    assert set(parse(text, tmp_path / "config.yaml").engines) == {"piper", "attic"}


def test_engines_are_checked_without_what_they_need_for_speaking() -> None:
    program = (
        "import sys; from tts_node.config import parse; "
        "parse('engines: {piper: {settings: {max_chars: 99}}}', 'config.yaml'); "
        "print(sorted({'onnxruntime', 'piper', 'onnx'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_an_engine_without_a_type_takes_its_name() -> None:
    assert parse("engines: {tone: }", "config.yaml").engines["tone"].type == "tone"
    assert parse("engines: {tone: {nice: 0}}", "config.yaml").engines["tone"].nice == 0


def test_without_a_piper_there_is_no_embedded_voice_and_asking_for_it_is_an_error() -> None:
    assert parse("engines: {tone: }", "config.yaml").embedded_engine is None
    assert problems("node: {embedded_voice: true}\nengines: {tone: }") == [
        "line 1: node.embedded_voice: the embedded voice needs an engine of the type piper"
    ]


def test_anchors_and_merge_keys_work() -> None:
    text = "engines:\n  tone: &base {type: tone, nice: 3, workers: 2}\n  second: {<<: *base, nice: 9}\n"
    second = parse(text, "config.yaml").engines["second"]
    assert (second.type, second.nice, second.workers) == ("tone", 9, 2)


def test_yaml_switch_words_are_right_where_a_switch_is_due() -> None:
    loaded = parse("cache: {enabled: no}\nserver: {require_token: on}", "config.yaml")
    assert loaded.cache.enabled is False
    assert loaded.server.require_token is True


def test_a_configuration_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Config().server.port = 1  # type: ignore[misc]


# --- what is wrong -------------------------------------------------------------------------------------

CASES = [
    # A02: a misspelt key is refused, with its path, its line and the nearest name.
    ("server:\n  limits:\n    conections: 3\n", "line 3: server.limits.conections: unknown key; did you mean `connections`?"),
    ("engines:\n  piper:\n    thread: 3\n", "line 3: engines.piper.thread: unknown key; did you mean `threads`?"),
    ("server: {require-token: true}", "line 1: server.require-token: unknown key; did you mean `require_token`?"),
    ("port: 80", "line 1: port: unknown key here; did you mean `server.port`?"),
    ("auth: {tokenn: x}", "line 1: auth: unknown key; known here are node, server, engines,"),
    ("cache:\n  idle_unlod_s: 60\n", "line 2: cache.idle_unlod_s: unknown key; known here are enabled, memory_mb"),
    ("openai: {voices: {alloy: joe|nigt}}\nstyles: {night: {speed: 0.9}}", "line 1: openai.voices.alloy: there is no style `nigt`; there are: night"),
    ("maintenance:\n  prewarm: {voices: [joe, joe|night]}", "line 2: maintenance.prewarm.voices: there is no style `night`; `styles` has none"),
    # YAML's traps.
    ("server: {port: 12:30}", 'server.port: `12:30` is read as a number to the base of 60; quote it: "12:30"'),
    ("node: {name: 12:30}", 'node.name: `12:30` is read as a number to the base of 60; quote it: "12:30"'),
    ("node: {name: no}", 'node.name: expected text, got `no` (YAML reads `no` as true or false; quote it'),
    ("speak: {voice: On}", 'speak.voice: expected text, got `On` (YAML reads `On` as true or false; quote it'),
    ("node: {name: true}", 'node.name: expected text, got `true` (quote it if it is a word: "true")'),
    ("node: {name: 0123}", 'node.name: `0123` is read as an octal number; write 123, or quote it: "0123"'),
    ("server: {port: 0123}", "server.port: `0123` is read as an octal number; write 123"),
    ("audio: {gap_ms: 1e3}", "audio.gap_ms: expected a whole number, got `1e3` (YAML reads `1e3` as text; write"),
    ("node: {name: 2024-05-01}", 'node.name: `2024-05-01` is read as a date; quote it: "2024-05-01"'),
    ("node: {name: 7}", 'node.name: expected text, got `7` (quote it if it is text: "7")'),
    ("node: {state_dir: ~}", "node.state_dir: expected text, got `~` (YAML reads `~` as nothing; quote it"),
    ("server: {host: }", "server.host: expected text, got nothing (YAML reads an empty value as nothing; quote it"),
    ("audio: {gap_ms: .inf}", "audio.gap_ms: `.inf` is not a number that can be used here"),
    ("engines: {tone: {settings: {mode: no}}}", "engines.tone.settings.mode: `no` may be a word or a switch; write"),
    ("voices: {no: {path: x}}", 'voices.no: the key `no` is not read as text; quote it: "no"'),
    ("voices: {12: {path: x}}", 'voices.12: the key `12` is not read as text; quote it: "12"'),
    # Wrong values say what was expected.
    ("server: {port: 70000}", "server.port: expected at most 65535, got `70000`"),
    ("server: {port: '8750'}", "server.port: expected a whole number, got `8750` (a number has no quotes: 8750)"),
    ("wyoming: {port: 8750}", "line 1: wyoming.port: it is `server.port` as well; each door needs a port of its own"),
    ("server: {port: 8750.0}", "server.port: expected a whole number, got `8750.0`"),
    ("cache: {enabled: 1}", "cache.enabled: expected true or false, got `1`"),
    ("cache: {enabled: 'no'}", "cache.enabled: expected true or false, got `no`"),
    ("audio: {tail_ms: -1}", "audio.tail_ms: expected at least 0, got `-1`"),
    ("speak: {priority: high}", "speak.priority: expected one of `bulk`, `reply`, `announce`, `alert`, got `high`"),
    ("server: {allow: 10.0.0.0/8}", "server.allow: expected a list, got `10.0.0.0/8`"),
    ("server: {allow: [10.0.0.0/33]}", "server.allow[0]: expected an IP address or network such as"),
    ("server: {origins: ['https://a/b']}", "server.origins[0]: expected an origin such as https://"),
    ("server: {origins: ['home.example:8123']}", "server.origins[0]: expected an origin such as https://"),
    ("discovery: {advertise_address: [kitchen]}", "discovery.advertise_address[0]: expected an IP address, got"),
    ("server: 8750", "server: expected a mapping (lines of `key: value`), got `8750`"),
    ("engines: {pipr: }", "engines.pipr: unknown engine type `pipr`; known are piper, tone"),
    ("voices: {a: {}}", "voices.a.path: missing; this key is needed"),
    ("voices: {'a b': {path: x.onnx}}", "voices.a b: expected a name of letters, digits"),
    ("speak: {language: german please}", "speak.language: expected a language such as en, de or zh-CN"),
    # Engines.
    ("engines:\n  piper:\n  attic: {type: piper}\n", "line 3: engines.attic: this engine has no voice, since the embedded one is spoken by `piper`; name one below `voices` with `engine: attic`"),
    ("node: {embedded_voice: false}", "line 1: node.embedded_voice: without it the engine `piper` has no voice; name one below `voices` with `engine: piper`"),
    ("engines:\n  piper:\n    settings: {max_char: 200}\n", "line 3: engines.piper.settings.max_char: unknown setting; did you mean `max_chars`?"),
    ("engines: {tone: {settings: {ms-per-char: 5}}}", "engines.tone.settings.ms-per-char: unknown setting; did you mean `ms_per_char`?"),
    ("engines: {piper: {settings: {step_timeout: 9}}}", "unknown setting; did you mean `engines.piper.step_timeout_s`?"),
    ("engines: {piper: {settings: {cache_dir: /tmp}}}", "unknown setting; known here are lanes, max_chars, threads"),
    # Maintenance.
    ("maintenance: {jobs: {nightly_restrat: {at: '03:30'}}}", "there is no job `nightly_restrat`; did you mean `nightly_restart`?"),
    ("maintenance: {jobs: {prewarm: {at: '24:00'}}}", 'expected a time of day such as "03:30", got `24:00`'),
    ("maintenance: {jobs: {prewarm: {at: 13:30}}}", 'jobs.prewarm.at: `13:30` is read as a number to the base of 60; quote it: "13:30"'),
    ("maintenance: {jobs: {prewarm: {at: ['03:30', '3:7']}}}", 'expected a time of day such as "03:30", got `3:7`'),
    ("maintenance: {jobs: {prewarm: {at: []}}}", "`at` names no time"),
    ("maintenance: {jobs: {prewarm: {at: '03:30', interval_s: 60}}}", "a job has one trigger; these are 2: interval_s, at"),
    ("maintenance: {jobs: {prewarm: {cron: '61 * * * *'}}}", "maintenance.jobs.prewarm.cron: `61` is not from 0 to 59"),
    ("maintenance: {jobs: {prewarm: {cron: '0 0 31 2 *'}}}", "maintenance.jobs.prewarm.cron: `0 0 31 2 *` never comes"),
    ("maintenance: {jobs: {prewarm: {interval_s: 0}}}", "maintenance.jobs.prewarm.interval_s: expected at least 1"),
    ("maintenance: {time_zone: Berlin}", "maintenance.time_zone: there is no time zone `Berlin`; write one such as Europe/Berlin"),
    ("maintenance: {nightly_restart: {scop: node}}", "maintenance.nightly_restart.scop: unknown key; did you mean `scope`?"),
    # Not a configuration at all.
    ("server: {}\nserver: {}\n", "line 2: server: this key is already there in line 1"),
    ("a:\n\t- b\n", "line 2: not YAML: found character '\\t' that cannot start any token (indent with spaces"),
    ("a:\n  b: 1\n c: 2\n", "line 3: not YAML: expected <block end>, but found '<block mapping start>' (indent it as the lines that it belongs to)"),
    ("a: b: c", "line 1: not YAML: mapping values are not allowed here (quote a text that has a colon in it)"),
    ("- a\n- b\n", "line 1: expected `section:` lines at the top"),
    ("just words", "line 1: expected `section:` lines at the top"),
    ('node: {name: "kitchen}\n', "line 2: not YAML: found unexpected end of stream (a quote or bracket is not closed)"),
    ("a: 1\n---\nb: 2\n", "not YAML: but found another document"),
    ("node: !!python/object/apply:os.system ['true']", "python/object/apply:os.system` is not allowed here"),
    ("node: {name: !secret x}", "node.name: the tag `!secret` is not allowed here"),
    ("node: \x00", "not YAML: unacceptable character"),
    ("node: {name: \"\\ud800\"}", "node.name: half of a character"),
    ("\"\\udfff\": 1", "a key with half of a character"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[case[0][:40] for case in CASES])
def test_a_mistake_is_told_with_its_path_line_and_cure(text: str, expected: str) -> None:
    told = problems(text)
    assert any(expected in line for line in told), told
    assert all(line.startswith(("line ", "not YAML")) for line in told), told


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    told = problems("server:\n  prt: 1\n  host: no\nspeak:\n  speed: 9\n  pace: 12:30\n")
    assert [line.split(": ")[:2] for line in told] == [
        ["line 2", "server.prt"],
        ["line 3", "server.host"],
        ["line 5", "speak.speed"],
        ["line 6", "speak.pace"],
    ]


def test_one_union_gives_one_problem_that_names_every_choice() -> None:
    told = problems("voices:\n  a: {path: x.onnx, speaker: [1]}\n")
    assert [line for line in told if "speaker" in line] == [
        "line 2: voices.a.speaker: expected text or a whole number, got a list"
    ]


def test_a_small_file_that_stands_for_a_huge_one_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert problems("\n".join(lines)) == [
        told for told in problems("\n".join(lines)) if "values once aliases are followed" in told
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: &a [*a]", "nested deeper"),
        ("[" * 50_000, "nested deeper"),
        ("#" * 300_000, "larger than 256 KiB"),
        ("a: &a {<<: *a}", "nested deeper"),
    ],
    ids=["alias of itself", "deep nesting", "large", "merge of itself"],
)
def test_files_without_bound_are_refused(text: str, expected: str) -> None:
    assert expected in problems(text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "server: {port: 10200}",
        "wyoming: {port: 8750, host: 192.168.1.5}\nserver: {host: 192.168.1.6}",
        "wyoming: {port: 8750, enabled: false}",
        "wyoming: {port: 0}\nserver: {port: 0}",
    ],
)
def test_ports_of_the_doors_may_meet_where_they_are_not_in_each_others_way(text: str, tmp_path: Path) -> None:
    loaded = parse(text, tmp_path / "config.yaml")
    assert loaded.wyoming.port == loaded.server.port


def test_a_missing_voice_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "voice.onnx"
    text = f"voices: {{a: {{path: '{path}'}}}}"
    assert problems(text) == [f"line 1: voices.a.path: there is no file {path}"]
    path.write_bytes(b"")
    assert f"there is no file {path}.json" in problems(text)[0]


def test_a_voice_of_an_unknown_engine_is_refused(tmp_path: Path) -> None:
    path = voice_files(tmp_path)
    assert problems(f"voices:\n  a:\n    path: {path}\n    engine: kokoro\n") == [
        "line 4: voices.a.engine: there is no engine `kokoro`; configured are piper"
    ]


# --- files and the environment -------------------------------------------------------------------------


def test_load_reads_the_named_file_and_paths_start_at_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my config.yaml"
    path.write_text("\ufeffnode: {state_dir: state}\nlogging: {file: log/node.log}\n", encoding="utf-8")
    monkeypatch.setenv("TTS_NODE_CONFIG", str(path))
    loaded = config.load()
    assert loaded.node.state_dir == tmp_path / "state"
    assert loaded.logging.file == tmp_path / "log" / "node.log"
    assert config.load(path) == loaded


def test_a_file_that_cannot_be_read_is_a_config_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.yaml: No such file"):
        config.load(tmp_path / "none.yaml")
    with pytest.raises(ConfigError, match="Is a directory"):
        config.load(tmp_path)
    (tmp_path / "latin.yaml").write_bytes("node:\n  name: Küche\n".encode("latin-1"))
    with pytest.raises(ConfigError, match="line 2: not UTF-8"):
        config.load(tmp_path / "latin.yaml")


def test_the_state_folder_is_environment_then_file_then_systemd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"node: {{state_dir: '{tmp_path / 'file'}'}}"
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path / 'systemd'}:/second")
    assert Config().node.state_dir == tmp_path / "systemd"
    assert parse(text, "config.yaml").node.state_dir == tmp_path / "file"
    monkeypatch.setenv("TTS_NODE_STATE_DIR", str(tmp_path / "environment"))
    assert parse(text, "config.yaml").node.state_dir == tmp_path / "environment"
    assert Config().node.state_dir == tmp_path / "environment"


def test_overrides_go_before_the_file_and_are_checked(tmp_path: Path) -> None:
    base = parse("server: {port: 1, host: '::1'}", "config.yaml")
    changed = config.override(base, port=0, state_dir=tmp_path, discovery=False)
    assert (changed.server.port, changed.server.host) == (0, "::1")
    assert changed.node.state_dir == tmp_path
    assert changed.discovery.enabled is False
    assert base.server.port == 1
    with pytest.raises(ConfigError, match="port 70000"):
        config.override(base, port=70_000)


# --- documentation -------------------------------------------------------------------------------------

EXAMPLE_VALUES = {"node.name", "node.state_dir", "discovery.name", "logging.file"}
"""Keys whose default depends on the machine, so that the example shows a value instead."""


def uncommented_example() -> str:
    text = (ROOT / "config.example.yaml").read_text(encoding="utf-8")
    return re.sub(r"^( *)#(?=[A-Za-z_][\w-]*:)", r"\1", text, flags=re.MULTILINE)


def test_the_example_as_it_stands_is_the_defaults() -> None:
    text = (ROOT / "config.example.yaml").read_text(encoding="utf-8")
    assert parse(text, "config.example.yaml") == Config()


def test_the_example_has_every_key_with_its_default(tmp_path: Path) -> None:
    (tmp_path / "voices").mkdir()
    voice_files(tmp_path / "voices", "de_DE-thorsten-medium")
    example = parse(uncommented_example(), tmp_path / "config.yaml").model_dump()
    defaults = Config().model_dump()
    del defaults["voices"], defaults["styles"]
    shown: set[str] = set()

    def walk(value: object, default: object, path: str) -> None:
        if path and not isinstance(value, dict):
            if default is not ... and path not in EXAMPLE_VALUES:
                assert value == default, path
            return
        assert isinstance(value, dict)
        for key, inner in value.items():
            here = f"{path}.{key}".lstrip(".")
            shown.add(re.sub(r"^(engines|voices|styles|maintenance\.jobs)\.[\w-]+", r"\1.*", here))
            walk(inner, default.get(key, ...) if isinstance(default, dict) else ..., here)

    walk(example, defaults, "")
    assert set(config.all_keys()) <= shown
    written = set(re.findall(r"^ *([a-z_]+):", uncommented_example(), flags=re.MULTILINE))
    assert {key.rsplit(".", 1)[-1] for key in config.all_keys()} <= written


def test_every_key_of_the_example_has_words_above_it() -> None:
    lines = (ROOT / "config.example.yaml").read_text(encoding="utf-8").splitlines()
    for above, line in pairwise(lines):
        if re.match(r" +#[a-z_]+: ", line):
            assert re.match(r" +# \w", above), f"no explanation above {line.strip()!r}"


def test_the_documentation_explains_every_key_and_no_other() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([a-z_.*]+)` \|", text, flags=re.MULTILINE))
    sections = {
        key for key in config.all_keys() if any(other.startswith(f"{key}.") for other in config.all_keys())
    }
    assert documented == set(config.all_keys()) - sections


@pytest.mark.parametrize("section", ["speak: {instruct: %s}", "styles: {night: {instruct: %s}}"])
def test_an_instruct_that_every_request_would_be_refused_for_is_refused(section: str) -> None:
    with pytest.raises(InvalidConfig, match="control mark"):
        parse(section % '"calm<|endofprompt|>"', "test")
    assert parse(section % '"calm, 20% faster"', "test")
