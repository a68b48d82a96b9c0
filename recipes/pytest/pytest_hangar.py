"""The fixture `hangar` of pytest: an emulator of its own for each test.

Copy this file beside your tests and add `pytest_plugins = ["pytest_hangar"]` to the `conftest.py` of the project's root.
Each test that takes `hangar` gets a sandbox: in memory, with the definitions of the workspace file and nothing else, so that
tests also run side by side (`pytest -n 8` of pytest-xdist). The parent of the sandboxes is the Hangar of `HANGAR_URL`, such as
that of `hangar exec`; without one, `hangar serve` is started with the workspace file of `--hangar-workspace` (hangar.json).
When a test fails, its report has the findings: the mistakes of the program under test, with the requests that prove them.
The page Tests of the Hangar shows each test with its outcome, its requests and its runs, while it runs and when it has ended.
The fixture `hangar_explore` runs a command under all schedules of failures, and fails with the smallest that breaks what must hold.

It needs pytest 7 or later, and nothing else.
"""

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request

import pytest


class HangarError(Exception):
    """A refusal of Hangar, with its status."""

    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


class Faults:
    """What the next requests or runs get (docs/faults.md)."""

    def __init__(self, hangar):
        self._hangar = hangar
        self._count = 0

    def add(self, slug=None, **fields):
        """Adds a fault: `hangar.faults.add(match={"operation": "tasks/execute"}, times=1, status=429)`."""
        self._count += 1
        return self._hangar.call("/_emulator/faults", {"kind": "error", "slug": slug or f"test_{self._count}", **fields})

    def list(self):
        """The faults with their counters."""
        return self._hangar.call("/_emulator/faults")["items"]


class Clock:
    """The emulated clock, on which waits, timeouts and retries are (docs/clock.md)."""

    def __init__(self, hangar):
        self._hangar = hangar

    def read(self):
        return self._hangar.call("/_emulator/clock")

    def freeze(self):
        return self._hangar.call("/_emulator/clock", {"state": "frozen"}, "PUT")

    def run(self):
        return self._hangar.call("/_emulator/clock", {"state": "running"}, "PUT")

    def advance(self, seconds=None, to=None):
        """Advances by seconds, to a time, or to the next thing that is due."""
        distance = {"seconds": seconds} if seconds is not None else {"to": to} if to is not None else {"next": True}
        return self._hangar.call("/_emulator/clock/advance", distance)


class Hangar:
    """An emulator: point the program under test at `url`, with `api_key`."""

    def __init__(self, url, api_key, admin_token=None):
        self.url = url
        self.api_key = api_key
        self._admin_token = admin_token
        self.faults = Faults(self)
        self.clock = Clock(self)

    def call(self, path, body=None, method=None):
        """Sends a request and gives its JSON. Raises HangarError for a refusal."""
        headers = {"X-Service-API-Key": self.api_key, "User-Agent": "pytest-hangar"}
        if self._admin_token and path.startswith("/_emulator"):
            headers["Authorization"] = f"Bearer {self._admin_token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            text = refusal.read().decode(errors="replace")
            try:
                text = json.loads(text)["error"]
            except (ValueError, KeyError, TypeError):
                pass
            raise HangarError(refusal.code, text) from None

    def wait_for(self, what, **options):
        """Waits without sleeping: `wait_for("run", runID=id)`, `wait_for("settled")` (docs/waiting.md)."""
        return self.call("/_emulator/wait", {"for": what, **options})

    def findings(self):
        """The mistakes of the program under test so far (docs/findings.md)."""
        return self.call("/_emulator/findings")["items"]


def pytest_addoption(parser):
    group = parser.getgroup("hangar")
    group.addoption("--hangar-workspace", default="hangar.json", help="workspace file of the Hangar that is started")
    group.addoption("--hangar-command", help="the hangar command, where neither node_modules nor PATH has the one to start")


@pytest.fixture(scope="session")
def hangar_parent(request):
    """The Hangar whose sandboxes the tests get."""
    url = os.environ.get("HANGAR_URL")
    if url:
        yield Hangar(url.rstrip("/"), os.environ.get("HANGAR_API_KEY", ""), os.environ.get("HANGAR_ADMIN_TOKEN"))
        return
    command = _command(request.config)
    flags = ["serve", "--in-memory", "--port", "0", "--workspace", _workspace(request.config), "--log-format", "json"]
    # A group of its own, so that a wrapper such as npx ends together with what it started.
    with subprocess.Popen([*command, *flags], stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
        try:
            yield _started(server)
        finally:
            _stop(server)


def _workspace(config):
    return str(config.rootpath / config.getoption("--hangar-workspace"))


def _command(config):
    return shlex.split(config.getoption("--hangar-command") or "") or [_installed(config.rootpath)]


def _installed(folder):
    """The hangar that the project, or else the machine, has. Not npx, which fetches whatever bears the name where there is none."""
    projects = os.pathsep.join(str(each / "node_modules" / ".bin") for each in [folder, *folder.parents])
    command = shutil.which("hangar", path=projects) or shutil.which("hangar")
    if command is None:
        pytest.exit(
            "Hangar is not installed: add it with npm install --save-dev ./hangar-X.Y.Z.tgz, or name it with --hangar-command",
            returncode=3,
        )
    return command


def _started(server):
    for line in server.stdout:
        with contextlib.suppress(ValueError):
            entry = json.loads(line)
            if entry.get("event") == "ready":
                # What it says later is read, so that it never waits for a reader.
                threading.Thread(target=lambda: server.stdout.read(), daemon=True).start()
                return Hangar(entry["url"], entry["apiKey"])
    pytest.exit(f"Hangar did not start: {shlex.join(server.args)}", returncode=3)


def _stop(server):
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
    else:
        server.terminate()
    server.wait(timeout=30)


@pytest.fixture
def hangar(request, hangar_parent):
    """A sandbox for this test."""
    file, line, name = request.node.location
    named = {"name": _cut(name, 1000), **_place(file, line)}
    made = hangar_parent.call("/_emulator/sandboxes", {"test": named})
    sandbox = Hangar(made["url"], made["apiKey"], hangar_parent._admin_token)
    path = f"/_emulator/sandboxes/{made['id']}"
    request.node.stash[_SANDBOX] = sandbox
    request.node.stash[_TELL] = lambda outcome: hangar_parent.call(f"{path}/outcome", outcome)
    yield sandbox
    hangar_parent.call(path, method="DELETE")


@pytest.fixture
def hangar_explore(request):
    """Explores a command (docs/explore.md): `hangar_explore(["python3", "job.py"], "once refund per order_id", budget="30s")`.

    Gives the report. Fails with the counterexample, or when the command breaks an invariant without any fault. Keywords are the flags
    of `hangar explore`; a list repeats one.
    """

    def explore(command, *invariants, **flags):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            given = {"workspace": _workspace(request.config), **flags, "invariant": invariants, "report": report}
            words = [word for name, value in given.items() for word in _flag(name, value)]
            program = [*_command(request.config), "explore", *words, "--", *command]
            ended = subprocess.run(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=request.config.rootpath)
            if not os.path.exists(report):
                pytest.fail(ended.stderr or ended.stdout, pytrace=False)
            with open(report, encoding="utf-8") as file:
                result = json.load(file)
        if ended.returncode != 0:
            pytest.fail(result["text"], pytrace=False)
        return result

    return explore


def _flag(name, value):
    flag = "--" + name.replace("_", "-")
    if isinstance(value, bool):
        return [flag] if value else []
    values = value if isinstance(value, (list, tuple)) else [value]
    return [word for each in values for word in (flag, str(each))]


_SANDBOX = pytest.StashKey()
_TELL = pytest.StashKey()


def _cut(text, length):
    return text if len(text) <= length else text[: length - 1] + "…"


def _place(file, line):
    """A place in the sources; pytest counts lines from 0."""
    return {"file": _cut(str(file or ""), 2000), "line": None if line is None else line + 1}


def _outcome(report, root):
    """The outcome of a test, with the assertion that failed."""
    if not report.failed:
        return {"state": "passed"}
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return {"state": "failed", "message": _cut(report.longreprtext, 8000)}
    file = os.path.relpath(crash.path, root) if os.path.isabs(crash.path) else crash.path
    return {"state": "failed", "message": _cut(crash.message, 8000), **_place(file, crash.lineno - 1)}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    sandbox = item.stash.get(_SANDBOX, None)
    if call.when != "call" or sandbox is None:
        return
    # What is not told must not change the outcome.
    with contextlib.suppress(OSError, HangarError):
        item.stash[_TELL](_outcome(report, str(item.config.rootpath)))
    if not report.failed:
        return
    with contextlib.suppress(OSError, HangarError):
        lines = [f"{each['rule']}: {each['message']} ({', '.join(each['requestIDs'][-3:])})" for each in sandbox.findings()]
        report.sections.append(("Findings of Hangar", "\n".join(lines) or "none"))
