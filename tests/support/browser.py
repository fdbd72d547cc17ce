"""A real browser, for tests of what people print: Chromium without a window, asked through a pipe.

Marked tests are left out where there is none; `.ci/run` installs it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from base64 import b64decode
from fcntl import F_DUPFD, fcntl
from pathlib import Path
from typing import Any, Final

NAMES: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome-headless-shell",
)
HOW_TO: Final = (
    "no browser: its tests are left out; `apt-get install chromium` gets one, or"
    " `playwright install --with-deps chromium`, or name yours in CLAGDSL_BROWSER"
)


def executable() -> str | None:
    """The browser of this machine: the one that is named, one on the path, or Playwright's own."""
    named = os.environ.get("CLAGDSL_BROWSER")
    if named:
        return shutil.which(named)
    found = next(filter(None, map(shutil.which, NAMES)), None)
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright")
    own = sorted(kept.glob("chromium*/chrome-*/*")) if kept.is_dir() else []
    runs = [str(p) for p in own if p.name in ("chrome", "headless_shell", "chrome-headless-shell")]
    return found or next(iter(runs), None)


class BrowserError(AssertionError):
    """The browser cannot do what it is asked; while it goes to another page that may be."""


class Browser:
    """One browser with one page, which shows one document after another."""

    def __init__(self, program: str, folder: Path) -> None:
        ours, theirs = os.pipe(), os.pipe()
        # It reads at 3 and writes at 4, where something of ours may be.
        reads, writes = (fcntl(end, F_DUPFD, 10) for end in (ours[0], theirs[1]))

        def its_pipes() -> None:
            os.dup2(reads, 3)
            os.dup2(writes, 4)

        self._process = subprocess.Popen(
            [
                *(
                    program,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                ),
                *("--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"),
            ],
            close_fds=False,
            preexec_fn=its_pipes,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in (ours[0], theirs[1], reads, writes):
            os.close(end)
        self._write, self._read = os.fdopen(ours[1], "wb"), os.fdopen(theirs[0], "rb")
        self._number, self._session, self._rest = 0, "", b""
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self._frame = self._ask("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def pdf(self, page: str) -> bytes:
        """A page as the browser prints it, on the paper that it asks for."""
        self._ask("Page.setDocumentContent", frameId=self._frame, html=page)
        printed = self._ask("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        return b64decode(printed["data"])

    def open(self, address: str, width: int, height: int = 800) -> None:
        """Go to an address in a window of that size, and wait until it is there."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", **size)
        self._ask("Page.navigate", url=address)
        self.value(
            "new Promise(done => document.readyState == 'complete' ? done(1)"
            " : addEventListener('load', () => done(1)))"
        )

    def value(self, script: str) -> object:
        """What an expression of JavaScript comes to in the page, awaited if need be."""
        done = self._ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in done, done
        value: object = done["result"].get("value")
        return value

    def close(self) -> None:
        self._write.close()
        self._process.terminate()
        self._process.wait()
        self._read.close()

    def _ask(self, method: str, **parameters: object) -> dict[str, Any]:
        self._number += 1
        asked: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        self._write.write(json.dumps(asked).encode() + b"\0")
        self._write.flush()
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(answer["error"])
                result: dict[str, Any] = answer["result"]
                return result

    def _message(self) -> bytes:
        while b"\0" not in self._rest:
            more = self._read.read1(1 << 20)
            assert more, "the browser has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return message
