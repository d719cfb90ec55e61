"""The program under presses: how soon it answers, what it takes of the processor and of memory, and
what it carries. It runs as a process, as a host starts it, at a stand-in for Discord where people
take turns with the mix of a recorded game (`discord_stand_in.py`, `people.py`).

    scripts/test tests/benchmarks/test_presses.py --benchmark-only --numprocesses 0 -s -k steady

- `-k steady`: one rate after the other (TZOLKIN_RATES=40), each for TZOLKIN_SECONDS=20
- `-k staircase`: ever more presses (TZOLKIN_RATES=20,30,40...), until the limits below do not hold
- `-k overload`: twice TZOLKIN_HELD=40 presses a second for TZOLKIN_SECONDS=300, then half as many
- `-k memory`: 1,500 presses at 100 tables

TZOLKIN_TABLES=40 are so many tables, more where a rate needs them. TZOLKIN_CODE=/this:/other runs
the code of several checkouts in turn, TZOLKIN_TIMES=3 times; "@NAME=VALUE,NAME=VALUE" behind a
checkout are settings of its program. TZOLKIN_CORES=1 gives the program so many cores, and the
stand-in the others. TZOLKIN_ON=postgresql has the games on a server on the same machine and disk.
With TZOLKIN_READERS=200 among the settings of a program (TZOLKIN_CODE=.:.@TZOLKIN_READERS=200), it
serves web pages, and so many people read a table at which others press.
TZOLKIN_JSON=/a/file keeps all figures, a line for each run.
"""

import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from socket import socket
from threading import Thread
from typing import Any, Self

import pytest

from tests.benchmarks import size

ROOT = Path(__file__).parents[2]
CODE = os.environ.get("TZOLKIN_CODE", str(ROOT)).split(":")
TIMES = int(os.environ.get("TZOLKIN_TIMES", "1"))
TABLES = int(os.environ.get("TZOLKIN_TABLES", size("40", "5")))
CORES = int(os.environ.get("TZOLKIN_CORES", "0"))
ON = os.environ.get("TZOLKIN_ON", "sqlite")
HELD = float(os.environ.get("TZOLKIN_HELD", size("40", "3")))
ACKNOWLEDGED, PICTURE, TOLD = {50: 40, 99: 250}, {95: 500}, {99: 1000}
"""What must hold in the staircase, in milliseconds by percentiles."""
DROPPED = 0.005
"""The largest share of presses without an answer of a rate that is carried."""
TABLES_A_PRESS = {"steady": 1, "staircase": 1, "overload": 4, "memory": 1}
"""How many tables there are at least, for each press a second: people look at what they get, under
overload wait for what they do not get, and games come to their end."""
RUN_IN_RATE, LONGEST_RUN_IN = 10.0, 20.0
"""Presses a second, and seconds, before anything is measured."""
LONGEST_START, SETTLED, LONGEST_SETTLING = 120.0, 0.05, size(120.0, 0.0)
"""Seconds; the share of a core below which the program is at rest after its start; seconds."""
READ = 2
"""Which of the tables people read on the web."""
TICKS, MEGABYTE = os.sysconf("SC_CLK_TCK"), 1024
START = (
    "import sys; sys.path.insert(0, {code!r}); import yarl; "
    "from discord.http import Route; from discord.gateway import DiscordWebSocket; "
    "Route.BASE = 'http://127.0.0.1:{port}/api/v10'; "
    "DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL('ws://127.0.0.1:{port}/gateway-socket'); "
    "from bot.__main__ import main; sys.exit(main(['run']))"
)
"""The program as `python -m bot run` starts it, but that Discord is the stand-in. No module of the
tests is the main one: a process that is spawned would load it, and all that it needs."""


def rates(usual: str) -> list[float]:
    """The presses a second that are tried."""
    asked = os.environ.get("TZOLKIN_RATES", size(usual, "5"))
    return [float(one) for one in asked.split(",")]


def seconds(usual: float) -> float:
    """How long people press at each rate."""
    return float(os.environ.get("TZOLKIN_SECONDS", size(usual, 2.0)))


@dataclass(frozen=True)
class Code:
    """A checkout of the project, and settings of its program."""

    folder: Path
    settings: Mapping[str, str]

    @classmethod
    def read(cls, written: str) -> Self:
        """As in TZOLKIN_CODE."""
        folder, _, settings = written.partition("@")
        pairs = [one.split("=", 1) for one in settings.split(",") if one]
        return cls(Path(folder).resolve(), dict(pairs))

    @property
    def name(self) -> str:
        """For people."""
        return " ".join([self.folder.name, *(f"{n}={v}" for n, v in self.settings.items())])

    def environment(self, **more: str) -> dict[str, str]:
        """That of its processes."""
        usual = {
            name: said for name, said in os.environ.items()
            if not name.startswith("TZOLKIN_") and not name.lower().endswith("_proxy")
        }  # fmt: skip
        return {**usual, "PYTHONPATH": str(self.folder), **more, **self.settings}


# --- processes as /proc tells of them -------------------------------------------------------------


@dataclass(frozen=True)
class Process:
    """A process of the program at one moment."""

    name: str
    processor: float
    """Seconds it has used."""
    rss: float
    pss: float
    """Megabytes that are resident; the same, with what is shared divided among those who do."""
    peak: float
    """The largest resident part so far."""


def processes_of(pid: int) -> dict[int, Process]:
    """The program and the processes it has started."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                parents[int(folder.name)] = int(_stat(folder)[1])
    found = {}
    for one in parents:
        above = one
        while above not in (pid, 0):
            above = parents.get(above, 0)
        if above == pid:
            with suppress(OSError):
                found[one] = _process(one, main=one == pid)
    return found


def _stat(folder: Path) -> list[str]:
    """What follows the name, which may have spaces."""
    return (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()


def _process(pid: int, *, main: bool) -> Process:
    folder = Path(f"/proc/{pid}")
    stat, kilobytes = _stat(folder), dict[str, int]()
    for file in ("status", "smaps_rollup"):
        for line in (folder / file).read_text(encoding="utf-8").splitlines():
            if found := re.match(r"(VmHWM|Rss|Pss):\s+(\d+) kB", line):
                kilobytes[found[1]] = int(found[2])
    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    module = re.search(r"from (\S+) import|-m (\S+)", command)
    name = (module[1] or module[2]) if module else "another process"
    return Process(
        "main" if main else name, (int(stat[11]) + int(stat[12])) / TICKS,
        *(kilobytes.get(one, 0) / MEGABYTE for one in ("Rss", "Pss", "VmHWM")),
    )  # fmt: skip


def memory(found: Mapping[int, Process]) -> dict[str, dict[str, int]]:
    """Megabytes by process; those of the same kind one after the other."""
    told: dict[str, dict[str, int]] = {}
    for one in found.values():
        name, number = one.name, 2
        while name in told:
            name, number = f"{one.name} {number}", number + 1
        told[name] = {"rss": round(one.rss), "pss": round(one.pss), "peak": round(one.peak)}
    told["together"] = {"pss": round(sum(one.pss for one in found.values()))}
    return told


def used(before: Mapping[int, Process], after: Mapping[int, Process]) -> dict[str, float]:
    """Seconds of the processor by process."""
    spent = Counter[str]()
    for pid, one in after.items():
        spent[one.name] += one.processor - (before[pid].processor if pid in before else 0)  # type: ignore[assignment]
    return {"whole": sum(spent.values()), **spent}


# --- one run of the program -----------------------------------------------------------------------


@dataclass
class Running:
    """The program and the stand-in."""

    code: Code
    url: str
    people: subprocess.Popen[str]
    program: subprocess.Popen[bytes]
    log: Path
    lines: Queue[str] = field(default_factory=Queue)
    """What the stand-in says."""
    told: dict[str, Any] = field(default_factory=dict)
    """What was measured."""
    readers: subprocess.Popen[str] | None = None

    def run_in(self, tables: int) -> None:
        """Let people begin at their tables, not all at the same time; nothing is measured."""
        self.ask([RUN_IN_RATE, min(LONGEST_RUN_IN, tables / RUN_IN_RATE)])
        self.hear()
        self.hear()

    def stage(self, rate: float, duration: float) -> dict[str, Any]:
        """People press so often for so long; what became of it."""
        before = processes_of(self.program.pid)
        self.ask([rate, duration])
        assert self.hear() == {"pressed": True}
        after = processes_of(self.program.pid)
        found: dict[str, Any] = self.hear()
        spent = used(before, after)
        answered = max(1, found["answered count"])
        found["processor a press"] = {
            name: round(1000 * one / answered, 1) for name, one in spent.items()
        }
        found["cores"] = {name: round(one / found["took"], 2) for name, one in spent.items()}
        self.told.setdefault("stages", []).append(found)
        print(in_words(found), flush=True)
        return found

    def ask(self, what: Any) -> None:
        """A line for the stand-in."""
        assert self.people.stdin is not None
        print(json.dumps(what), file=self.people.stdin, flush=True)

    def hear(self) -> Any:
        """A line of it."""
        while True:
            with suppress(Empty):
                return json.loads(self.lines.get(timeout=1))
            assert self.people.poll() is None, "the stand-in has ended"
            assert self.program.poll() is None, "the program has ended"

    def remember_memory(self, when: str) -> None:
        """What each process holds now."""
        self.told[when] = found = memory(processes_of(self.program.pid))
        shown = "; ".join(
            f"{name} " + ", ".join(f"{kind} {much}" for kind, much in one.items())
            for name, one in found.items()
        )
        print(f"  MB {when}: {shown}", flush=True)

    def settle(self) -> None:
        """Wait until the program is at rest after its start."""
        began = time.monotonic()
        while time.monotonic() - began < LONGEST_SETTLING:
            before = processes_of(self.program.pid)
            time.sleep(2)
            if used(before, processes_of(self.program.pid))["whole"] / 2 < SETTLED:
                return

    def end(self) -> None:
        """Stop the program, and look for each turn that somebody was told is confirmed."""
        self.ask("confirmed")
        confirmed = self.hear()
        if self.readers is not None:
            self.readers.send_signal(signal.SIGTERM)
            self.told["readers"] = json.loads(self.readers.communicate()[0])
            print(f"  the readers got {self.told['readers']}", flush=True)
        self.program.send_signal(signal.SIGTERM)
        self.told["exit code"] = self.program.wait(60)
        log = {
            (table, user): count for table, user, count in _by_script(self.code, "played", self.url)
        }
        lost = [one for one in confirmed if log.get((one[0], one[1]), 0) <= one[2]]
        self.told |= {"confirmed": len(confirmed), "lost": lost, "log": _events(self.log)}
        print(
            f"  {len(confirmed)} turns were answered as confirmed, {len(lost)} of them are not in "
            f"the log {lost or ''}; the program logged {self.told['log']}",
            flush=True,
        )


def _events(log: Path) -> dict[str, int]:
    """What the program has logged, by levels; what is no warning only where it is about traffic."""
    found = Counter[str]()
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        with suppress(ValueError):
            said = json.loads(line)
            if said["level"] != "info" or "old" in said["event"] or "picture" in said["event"]:
                found[f"{said['level']}: {said['event']}"] += 1
    return dict(found)


def _by_script(code: Code, *arguments: str) -> Any:
    """What `begun_games.py` prints last, with this code."""
    script = Path(__file__).with_name("begun_games.py")
    done = subprocess.run(
        [sys.executable, str(script), *arguments], env=code.environment(), cwd=code.folder,
        stdout=subprocess.PIPE, check=True, text=True,
    )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1])


@dataclass
class Bench:
    """Where programs are run."""

    addresses: Callable[[str, str], str]
    folder: Path
    kept: dict[tuple[Path, int], tuple[Path, Any]] = field(default_factory=dict)
    """Databases with begun games, and what the people are told of them."""
    number: int = 0

    def begun(self, code: Code, count: int) -> tuple[str, Any]:
        """A database with so many begun games."""
        self.number += 1
        url = self.addresses(ON, f"presses{self.number}")
        file = Path(url.partition("///")[2])
        key = code.folder, count
        if ON == "sqlite" and key in self.kept:
            kept, places = self.kept[key]
            shutil.copy(kept, file)
            return url, places
        places = _by_script(code, "begin", url, str(count))
        if ON == "sqlite":
            kept = self.folder / f"begun{self.number}.sqlite3"
            shutil.copy(file, kept)
            self.kept[key] = kept, places
        return url, places

    @contextmanager
    def running(self, code: Code, tables: int) -> Iterator[Running]:
        """The program after its start, at rest; it is stopped at the end."""
        url, places = self.begun(code, tables)
        cores = sorted(os.sched_getaffinity(0))
        mine = cores[:CORES] or cores
        others = cores[CORES:] or cores

        people = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.discord_stand_in"], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            preexec_fn=lambda: os.sched_setaffinity(0, others),
        )  # fmt: skip
        log, home = self.folder / f"log{self.number}", self.folder / f"home{self.number}"
        home.mkdir()
        program = readers = None
        of_pages, count = dict[str, str](), int(code.settings.get("TZOLKIN_READERS", "0"))
        if count:
            with socket() as one:
                one.bind(("127.0.0.1", 0))
                served = one.getsockname()[1]
            of_pages = {
                "TZOLKIN_PAGES_PORT": str(served), "TZOLKIN_PAGES_CLIENT": "X-Forwarded-For"
            }  # fmt: skip
        try:
            assert people.stdin is not None
            print(json.dumps({"places": places}), file=people.stdin, flush=True)
            said = people.stdout
            assert said is not None
            port = int(said.readline())
            began = time.monotonic()
            with log.open("wb") as lines:
                program = subprocess.Popen(
                    [sys.executable, "-c", START.format(code=str(code.folder), port=port)],
                    cwd=home, stdout=subprocess.DEVNULL, stderr=lines,
                    env=code.environment(
                        TZOLKIN_DATABASE_URL=url, DISCORD_TOKEN="a.b.c",
                        TZOLKIN_LOG_FORMAT="json", **of_pages,
                    ),
                    preexec_fn=lambda: os.sched_setaffinity(0, mine),
                )  # fmt: skip
            found = Running(code, url, people, program, log)
            Thread(target=lambda: [*map(found.lines.put, said)], daemon=True).start()
            first = found.hear()
            print(
                f"{code.name}, {tables} tables, {len(mine)} cores: the first press, while it "
                f"starts, after {first['first press']} ms ({time.monotonic() - began:.1f} s after "
                "the start)",
                flush=True,
            )
            found.told |= {"code": code.name, "tables": tables, "cores": len(mine), **first}
            found.settle()
            found.remember_memory("after the start")
            if count:
                page = f"http://127.0.0.1:{served}/en/game-{places[READ]['table']}.html"
                script = Path(__file__).with_name("readers.py")
                found.readers = readers = subprocess.Popen(
                    [sys.executable, str(script), page, str(count)],
                    stdout=subprocess.PIPE, text=True,
                    preexec_fn=lambda: os.sched_setaffinity(0, others),
                )  # fmt: skip
            found.run_in(tables)
            yield found
            found.remember_memory("at the end")
            found.end()
            if file := os.environ.get("TZOLKIN_JSON"):
                with Path(file).open("a", encoding="utf-8") as kept:
                    kept.write(json.dumps(found.told) + "\n")
        except BaseException:
            if log.exists():
                print(log.read_text(encoding="utf-8", errors="replace")[-2000:])
            raise
        finally:
            for process in (program, people, readers):
                if process is not None and process.poll() is None:
                    process.kill()
                    process.wait()

    def each(self, mode: str, most: float, do: Callable[[Running], None]) -> list[Running]:
        """Do this with all code in turn, so many times; `most` presses a second are tried."""
        runs = []
        tables = max(TABLES, round(TABLES_A_PRESS[mode] * most))
        for _ in range(TIMES):
            for one in CODE:
                with self.running(Code.read(one), tables) as running:
                    do(running)
                runs.append(running)
        print("load of the machine in the last minute, 5, 15:", *(f"{n:.1f}" for n in
              os.getloadavg()))  # fmt: skip
        return runs


# --- in words -------------------------------------------------------------------------------------


def in_words(found: Mapping[str, Any]) -> str:
    """What became of the presses at one rate."""

    def times(what: str) -> str:
        return ", ".join(f"p{share} {ms}" for share, ms in found[what].items())

    requests = found["requests"]
    a_press = sum(requests.values()) / max(1, found["pressed"])
    spent = ", ".join(
        f"{name} {ms} ms ({found['cores'][name]:.0%} of a core)"
        for name, ms in found["processor a press"].items()
    )
    told = [
        f"  {found['rate']:g} a second for {found['took']:.0f} s: {found['pressed']} pressed "
        f"({_counted(found['kinds'])}), {found['carried']:.1f} a second answered",
        f"    acknowledged ms: {times('acknowledged')}; answered: {times('answered')}",
        "    answered ms p50, p95: "
        + "; ".join(f"{kind} {one['50']}, {one['95']}" for kind, one in found["by kind"].items()),
        f"    with its picture ms: {times('pictures')} of {found['pictures due']} panels; "
        f"{found['without picture']} stayed without, {found['pressed before the picture']} pressed "
        f"before it came; of those that came: {times('pictures that came')}",
        f"    channel told ms after the answer to Confirm: {times('told')} "
        f"({found['told count']} of {found['turns']} turns), with a picture: "
        f"{times('told with picture')} ({found['told with picture count']}); the oldest "
        f"{found['oldest']:.1f} s, not told {found['not told']}",
        f"    dropped: {_counted(found['dropped']) or 0}, too late: {found['late']}, never filled: "
        f"{_counted(found['never filled']) or 0}",
        f"    processor a press answered: {spent}",
        f"    {a_press:.2f} requests a press: {_counted(requests)}",
        f"    the stand-in: {found['its own processor']:.0%} of a core, presses "
        f"{found['pressed too late']['99']} ms late (p99), {found['starved']} times nobody to "
        f"press, {found['games over']} games over",
    ]
    for what in ("unknown", "other answers"):
        if found[what]:
            told.append(f"    {what}: {_counted(found[what])}")
    return "\n".join(told)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def holds(found: Mapping[str, Any]) -> bool:
    """Whether a rate is carried as it should be."""
    if found["pressed"] - found["answered count"] > DROPPED * found["pressed"]:
        return False
    if found["starved"] > DROPPED * found["pressed"]:
        return False  # so many presses were not there
    limits = {"acknowledged": ACKNOWLEDGED, "pictures": PICTURE, "told": TOLD}
    return all(
        (found[what][str(share)] or 0) <= most
        for what, limit in limits.items()
        for share, most in limit.items()
    )


def compared(runs: Sequence[Running]) -> None:
    """The medians of several runs of the same code."""
    if TIMES == 1:
        return
    for name in dict.fromkeys(one.told["code"] for one in runs):
        stages = [one.told["stages"] for one in runs if one.told["code"] == name]
        for same in zip(*stages, strict=False):
            figures = {
                "acknowledged p50": [one["acknowledged"]["50"] for one in same],
                "p99": [one["acknowledged"]["99"] for one in same],
                "with its picture p95": [one["pictures"]["95"] for one in same],
                "told p99": [one["told"]["99"] for one in same],
                "main process ms a press": [one["processor a press"]["main"] for one in same],
                "whole": [one["processor a press"]["whole"] for one in same],
                "answered a second": [one["carried"] for one in same],
            }
            shown = ", ".join(
                f"{what} {statistics.median([n for n in each if n is not None] or [0]):.1f}"
                for what, each in figures.items()
            )
            print(f"median of {len(same)}, {name}, {same[0]['rate']:g} a second: {shown}")


# --- what is measured -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bench(addresses: Callable[[str, str], str], tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """With its databases on a disk."""
    return Bench(addresses, tmp_path_factory.mktemp("presses"))


def check(runs: Sequence[Running]) -> None:
    """No time, but that nothing is lost and all of Discord that is asked for is there."""
    for one in runs:
        assert one.told["lost"] == []
        assert not one.told["stages"][-1]["unknown"]


def test_steady(benchmark: Any, bench: Bench) -> None:
    tried, runs = rates("40"), list[Running]()

    def do(running: Running) -> None:
        for rate in tried:
            running.stage(rate, seconds(20))

    benchmark.pedantic(lambda: runs.extend(bench.each("steady", max(tried), do)), rounds=1)
    compared(runs)
    check(runs)


def test_staircase(benchmark: Any, bench: Bench) -> None:
    tried = rates("10,15,20,30,40,50,60,70,80,90,100,110,120,140,160")
    runs = list[Running]()

    def do(running: Running) -> None:
        held = 0.0
        for rate in tried:
            # The machine may have had something else to do: it is tried again once.
            if not any(holds(running.stage(rate, seconds(15))) for _ in range(2)):
                break
            held = rate
        running.told["held"] = held
        print(f"  {running.code.name}: {held:g} presses a second are held", flush=True)

    benchmark.pedantic(lambda: runs.extend(bench.each("staircase", max(tried), do)), rounds=1)
    for name in dict.fromkeys(one.told["code"] for one in runs):
        print(name, "holds", *(one.told["held"] for one in runs if one.told["code"] == name))
    check(runs)


def test_overload(benchmark: Any, bench: Bench) -> None:
    runs = list[Running]()

    def do(running: Running) -> None:
        running.stage(2 * HELD, seconds(300))
        after = running.stage(HELD / 2, size(30, 2))
        print(f"  normal again after {after['normal after']} s", flush=True)

    benchmark.pedantic(lambda: runs.extend(bench.each("overload", 2 * HELD, do)), rounds=1)
    compared(runs)
    check(runs)


def test_memory(benchmark: Any, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    [rate], runs = rates("15"), list[Running]()

    def do(running: Running) -> None:
        running.stage(rate, size(1500, 10) / rate)

    monkeypatch.setattr(sys.modules[__name__], "TABLES", max(TABLES, size(100, 5)))
    benchmark.pedantic(lambda: runs.extend(bench.each("memory", rate, do)), rounds=1)
    check(runs)


if __name__ == "__main__":
    pytest.main([__file__, "--benchmark-only", "-s", *sys.argv[1:]])
