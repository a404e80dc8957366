"""`tts-node say`: speak a text on a node, and play it or write it to a file."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from tts_node import protocol
from tts_node.audio.encode import resolve
from tts_node.audio.files import SUFFIXES, container_called, container_of
from tts_node.audio.format import CONTAINERS, OutputFormat, PcmFormat
from tts_node.cli.nodes import WhichNode, add_node_arguments, open_client
from tts_node.cli.progress import ProgressLine
from tts_node.cli.say_batch import speak_lines
from tts_node.cli.sinks import FileSink, PlayerSink, Sink, StdoutSink
from tts_node.cli.streams import is_stdin_open
from tts_node.cli.typed_text import TextLost, read_pieces
from tts_node.client import (
    Audio,
    Client,
    Done,
    Interrupted,
    NoPlayer,
    Queued,
    ServerError,
    Started,
    Utterance,
    Warning,
)
from tts_node.client.pieces import pieces_of
from tts_node.errors import UnsupportedFormat

FAILED, USAGE, NO_DEVICE = 1, 2, 3
_CANCEL_S = 1.0
_STDOUT = Path("-")
_PLAYED_EVERY_MS = 500.0

_EPILOG = """\
examples:
  tts-node say "Dinner is ready" --instruct "cheerful, a little slower"
  tts-node say "The washer is done" --node kitchen -o washer.mp3
  my-chat-bot | tts-node say -
  tts-node say "Good night" -o - --format wav | aplay
  tts-node say --batch lines.txt -o recordings/ --format ogg

exit codes: 0 done, 1 failed, 2 wrong usage or unclear which node, 3 no audio device, 130 Ctrl-C
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument(
        "text", nargs="*", metavar="TEXT", help="what to say; - reads it from stdin as it arrives"
    )
    parser.add_argument("-i", "--instruct", help='how to say it, in words: "whisper, a little slower"')
    parser.add_argument("--voice", help="see `tts-node voices`")
    parser.add_argument("--speaker", help="of a voice with several")
    parser.add_argument("--language", help="of the text, such as de or en-GB")
    parser.add_argument(
        "--text-format", choices=protocol.TEXT_FORMATS, help="what of the text is markup (auto)"
    )
    parser.add_argument("--speed", type=float, help="0.25 to 4; 2 is twice as fast")
    parser.add_argument("--priority", choices=protocol.PRIORITIES, help="who goes first at the node (reply)")
    parser.add_argument("--no-cache", action="store_true", help="have it spoken anew")
    output = parser.add_argument_group("where the sound goes")
    output.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help=f"write a file ({', '.join(SUFFIXES)}) instead of playing; - is stdout, with --format",
    )
    output.add_argument(
        "--batch", metavar="LINES", help="speak each line of a file (- for stdin) into -o DIR"
    )
    output.add_argument(
        "--format",
        type=container_called,
        choices=CONTAINERS,
        help="of a file, where its name does not tell (wav); opus is ogg, raw is pcm",
    )
    output.add_argument("--rate", type=int, metavar="HZ", help="of a file, 8000 to 48000 (the voice's own)")
    output.add_argument("--channels", type=int, choices=(1, 2), help="of a file (1)")
    output.add_argument("--bitrate", type=int, metavar="BITS", help="of a .mp3, .ogg or .aac, bits a second")
    output.add_argument("--device", help="to play on, by name or number")
    told = parser.add_argument_group("what is told")
    told.add_argument("--progress", action="store_true", help="show progress also when stderr is no terminal")
    told.add_argument("-q", "--quiet", action="store_true", help="only errors")
    told.add_argument("--json", action="store_true", help="print the node's `done` message")
    add_node_arguments(parser)
    parser.set_defaults(error=parser.error)


def run(arguments: argparse.Namespace) -> int:
    """0 done, 1 failed, 2 which node, 3 no audio device. Raises what `cli.main` turns into a sentence."""
    _check(arguments)
    if (arguments.text == ["-"] or arguments.batch == "-") and not is_stdin_open():
        print("tts-node: the text cannot be read from stdin: it is closed", file=sys.stderr)
        return FAILED
    try:
        return asyncio.run(_run(arguments))
    except TextLost as error:
        print(f"tts-node: {error}", file=sys.stderr)
        return FAILED
    except WhichNode as error:
        print(f"tts-node: {error}", file=sys.stderr)
        return USAGE
    except NoPlayer as error:
        print(f"tts-node: {error}; -o FILE.wav writes it to a file instead", file=sys.stderr)
        return NO_DEVICE


def _check(arguments: argparse.Namespace) -> None:
    """Wrong usage ends here, before anything is looked for."""
    fail = arguments.error
    if arguments.output is not None and arguments.device is not None:
        fail("--device is for playing; leave out -o or --device")
    if arguments.batch is not None:
        if arguments.json:
            fail("--json is for one text; leave it out with --batch")
        if arguments.text:
            fail("--batch takes its text from the file; leave TEXT out")
        if arguments.output in (None, _STDOUT):
            fail("--batch needs a folder to write to: -o DIR")
        if arguments.output.exists() and not arguments.output.is_dir():
            fail(f"{arguments.output} is a file; --batch needs a folder: -o DIR")
    elif not arguments.text:
        fail("what is there to say? Give a TEXT, or - to read it from stdin")
    elif "-" in arguments.text and len(arguments.text) > 1:
        fail("- stands alone")
    for given in (*arguments.text, arguments.instruct or ""):
        # Python keeps bytes that are no text in surrogates (PEP 383).
        if any("\ud800" <= letter <= "\udfff" for letter in given):
            fail("the text is not UTF-8")
    if arguments.speed is not None and not 0.25 <= arguments.speed <= 4:
        fail("--speed is between 0.25 and 4")
    if arguments.output is None:
        for name in ("format", "rate", "channels", "bitrate"):
            if getattr(arguments, name) is not None:
                fail(f"--{name} is for files; give one with -o")
        return
    if arguments.output == _STDOUT:
        _check_stdout(arguments)
    elif arguments.batch is None and not arguments.output.parent.is_dir():
        fail(f"there is no folder {arguments.output.parent}")
    elif arguments.batch is None and arguments.output.is_dir():
        fail(f"{arguments.output} is a folder; -o takes a file, such as {arguments.output / 'speech.wav'}")
    try:
        resolve(_file_format(arguments), PcmFormat(22_050))
    except UnsupportedFormat as error:
        fail(str(error))


def _check_stdout(arguments: argparse.Namespace) -> None:
    if arguments.format is None:
        arguments.error("-o - writes to stdout; say in which --format, such as --format wav")
    if arguments.json:
        arguments.error("--json and -o - both want stdout; leave one of them out")
    if sys.stdout.isatty():
        arguments.error("-o - would fill the terminal with sound; send it on (| aplay) or name a file")


def _file_format(arguments: argparse.Namespace) -> OutputFormat:
    path: Path = arguments.output
    container = arguments.format or ("wav" if arguments.batch is not None else container_of(path))
    return OutputFormat(container, arguments.rate, arguments.channels, arguments.bitrate)


async def _run(arguments: argparse.Namespace) -> int:
    if arguments.batch is not None:
        return await speak_lines(arguments, _file_format(arguments))
    sink: Sink
    if arguments.output == _STDOUT:
        sink = StdoutSink(_file_format(arguments))
    elif arguments.output is not None:
        sink = FileSink(arguments.output, _file_format(arguments))
    else:
        # Made first: that nothing can play is said before a node is bothered.
        sink = PlayerSink(arguments.device, told_dry=arguments.text != ["-"])
    try:
        async with open_client(arguments) as client:
            return await _speak(client, arguments, sink)
    finally:
        await sink.close()


async def _speak(client: Client, arguments: argparse.Namespace, sink: Sink) -> int:
    line = ProgressLine(client.hello.name, shown=arguments.progress, quiet=arguments.quiet)
    reads = arguments.text == ["-"]
    utterance = client.speak(
        "" if reads else " ".join(arguments.text),
        instruct=arguments.instruct,
        voice=arguments.voice,
        speaker=arguments.speaker,
        language=arguments.language,
        text_format=arguments.text_format,
        speed=arguments.speed,
        priority=arguments.priority,
        pace="realtime" if isinstance(sink, PlayerSink) else "fast",
        cache=False if arguments.no_cache else None,
        more=reads,
    )
    typing = asyncio.create_task(_type(utterance)) if reads else None
    try:
        done = await _listen(utterance, sink, line)
    except ServerError:
        if arguments.json and utterance.done is not None:
            print(protocol.encode(utterance.done))
        raise
    except asyncio.CancelledError:
        # Ctrl-C: the node is told before the connection goes, and what was heard with it.
        await sink.close()
        await _stop(utterance, sink.played_ms)
        raise
    finally:
        line.clear()
        lost = await _lost(typing)
    if lost is not None:
        raise lost
    if done.reason != "complete":
        print(f"tts-node: not spoken to the end: {done.reason}", file=sys.stderr)
    else:
        await sink.finish()
        line.summary(done, sink.result)
    if arguments.json:
        print(protocol.encode(done))
    return 0 if done.reason == "complete" else FAILED


async def _listen(utterance: Utterance, sink: Sink, line: ProgressLine) -> Done:
    told_ms = 0.0
    async for event in utterance:
        match event:
            case Queued():
                line.queued(event)
            case Started():
                line.started(event)
                await sink.start(event)
            case Audio():
                await sink.write(event.data)
                line.sound(len(event.data))
                if sink.played_ms - told_ms >= _PLAYED_EVERY_MS:
                    told_ms = sink.played_ms
                    await utterance.played(told_ms)
            case Interrupted():
                sink.drop_from(event.at_ms)
            case Warning():
                line.note(event.message or event.code)
            case Done():
                return event
            case _:
                pass
    return await utterance.wait()


async def _stop(utterance: Utterance, played_ms: float) -> None:
    await utterance.cancel(played_ms)
    try:
        async with asyncio.timeout(_CANCEL_S):
            await utterance.wait()
    except Exception:
        return  # the node is gone or silent; closing the connection stops it as well


async def _lost(typing: asyncio.Task[None] | None) -> TextLost | None:
    """Stop reading stdin; what kept it from being read, if anything did."""
    if typing is None:
        return None
    typing.cancel()
    (error,) = await asyncio.gather(typing, return_exceptions=True)
    return error if isinstance(error, TextLost) else None


async def _type(utterance: Utterance) -> None:
    """Hand stdin over as it arrives. What a person types is spoken line by line."""
    by_hand = os.isatty(sys.stdin.fileno())
    pieces: AsyncIterator[str] = pieces_of(read_pieces(sys.stdin.fileno()))
    try:
        async for piece in pieces:
            await utterance.append(piece)
            if by_hand:
                await utterance.flush()
    except TextLost:
        await utterance.cancel()  # half a text is not what was asked for
        raise
    await utterance.end()
