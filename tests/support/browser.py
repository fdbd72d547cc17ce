"""A headless Chromium for tests of printed and interactive pages, driven by DevTools over a pipe.

Without a browser the tests with its mark are skipped; `.ci/run` installs one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

NAMES: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome-headless-shell",
)
LONGEST_WAIT: Final = 15.0
HOW_TO: Final = (
    "no browser: its tests are left out; `apt-get install chromium` gets one, or"
    " `playwright install --with-deps chromium`, or name yours in CLAGDSL_BROWSER"
)


def executable() -> str | None:
    """Returns the path of the configured browser, one on the path, or Playwright's; or None."""
    named = os.environ.get("CLAGDSL_BROWSER")
    if named:
        return shutil.which(named)
    found = next(filter(None, map(shutil.which, NAMES)), None)
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright")
    own = sorted(kept.glob("chromium*/chrome-*/*")) if kept.is_dir() else []
    runs = [str(p) for p in own if p.name in ("chrome", "headless_shell", "chrome-headless-shell")]
    return found or next(iter(runs), None)


class BrowserError(AssertionError):
    """The browser refused a command, which is expected while it navigates."""


class Browser:
    """A browser with several pages, among them the current one."""

    def __init__(self, program: str, folder: Path) -> None:
        from fcntl import (
            F_DUPFD,
            fcntl,
        )  # not on Windows

        ours, theirs = os.pipe(), os.pipe()
        # The browser reads from descriptor 3 and writes to 4, which may be in use here.
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
                    # keeps all windows running, whichever is on top
                    "--disable-backgrounding-occluded-windows",
                    "--disable-renderer-backgrounding",
                    "--disable-background-timer-throttling",
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
        self.requested: list[str] = []
        """The URLs that pages have requested since `watch`."""
        self.faults: list[str] = []
        """The exceptions and errors in pages since `watch`."""
        self._pages: dict[tuple[str, str], tuple[str, str]] = {}
        self._people: dict[str, str] = {}
        self._scripts = True
        self.turn_to("")

    def start_anew(self) -> None:
        """Closes all pages and forgets everybody's cookies, as if the browser had just started."""
        self._session = ""
        for context in self._people.values():
            self._ask("Target.disposeBrowserContext", browserContextId=context)
        for kept in (self._pages, self._people, self.requested, self.faults):
            kept.clear()
        self._scripts = True
        self.turn_to("")

    def turn_to(self, person: str, tab: str = "") -> None:
        """Switches to a person's page in one of their tabs; people share no cookies.

        "" is the default person. A new person has an empty page.
        """
        if (person, tab) not in self._pages:
            self._session = ""
            if person not in self._people:
                made = self._ask("Target.createBrowserContext")
                self._people[person] = made["browserContextId"]
            where = {"browserContextId": self._people[person]}
            target = self._ask("Target.createTarget", url="about:blank", newWindow=True, **where)
            attached = self._ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)
            self._session = attached["sessionId"]
            frame = self._ask("Page.getFrameTree")["frameTree"]["frame"]["id"]
            self._pages[person, tab] = (self._session, frame)
        self._session, self._frame = self._pages[person, tab]
        self._ask("Page.bringToFront")

    def script(self, *, runs: bool) -> None:
        """Turns scripts of the current page on or off."""
        self._scripts = runs
        self._ask("Emulation.setScriptExecutionDisabled", value=not runs)

    def network(self, *, there: bool) -> None:
        """Takes the current page online or offline."""
        self._ask("Network.enable")
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self._ask("Network.emulateNetworkConditions", offline=not there, **speed)

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Takes the current page offline during the block."""
        self.network(there=False)
        try:
            yield
        finally:
            self.network(there=True)

    def slow(self, times: float) -> None:
        """Slows the processor of the current page by a factor."""
        self._ask("Emulation.setCPUThrottlingRate", rate=times)

    def pdf(self, page: str) -> bytes:
        """Returns a page as PDF, on the paper size that it asks for."""
        self._ask("Page.setDocumentContent", frameId=self._frame, html=page)
        printed = self._ask("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        return b64decode(printed["data"])

    def printed(self) -> bytes:
        """Returns the current page as PDF."""
        return b64decode(self._ask("Page.printToPDF", preferCSSPageSize=True)["data"])

    def watch(self) -> None:
        """Starts recording requests and errors of pages."""
        for domain in ("Page", "Network", "Runtime", "Log"):
            self._ask(f"{domain}.enable")

    def run_before(self, program: str) -> str:
        """Runs a script in each new page before the page's own; returns its id for `forget`."""
        self._ask("Page.enable")
        added = self._ask("Page.addScriptToEvaluateOnNewDocument", source=program)
        return str(added["identifier"])

    def forget(self, program: str) -> None:
        """Stops running a script in new pages."""
        self._ask("Page.removeScriptToEvaluateOnNewDocument", identifier=program)

    def screen(self, width: int, height: int = 800, *, dark: bool = False) -> None:
        """Sets the size of the screen and the colour scheme."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", features=[scheme])

    def keep_cookie(self, name: str, value: str, address: str) -> None:
        """Sets a cookie for the pages below this address."""
        self._ask("Network.setCookie", name=name, value=value, url=address, httpOnly=True)

    def open(self, page: Path | str) -> None:
        """Opens a file or URL, or reloads it, and waits until it is complete."""
        self._ask("Page.navigate", url=page if isinstance(page, str) else page.as_uri())
        if not self._scripts:  # without scripts no promise is resolved
            while self.run("document.readyState") != "complete":
                sleep(0.01)
            return
        self.run("new Promise((done) => setTimeout(done, 0))")
        self.run(
            "document.readyState === 'complete' ||"
            " new Promise((done) => addEventListener('load', done))"
        )

    def run(self, program: str) -> Any:
        """Returns the value of a JavaScript expression in the page, after awaiting a promise."""
        answer = self._ask(
            "Runtime.evaluate", expression=program, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def click(self, element: str) -> None:
        """Clicks the first element with this selector as soon as the page has it."""
        found = f"document.querySelector({json.dumps(element)})"
        self.until(f"{found} !== null")
        self.run(f"{found}.click()")

    def tap(self, x: float, y: float) -> None:
        """Taps a place in the window, whatever is there."""
        for kind in ("mousePressed", "mouseReleased"):
            tap = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self._ask("Input.dispatchMouseEvent", **tap)

    def until(self, condition: str) -> None:
        """Waits until a condition is true in the page, which may be navigating."""
        began = monotonic()
        while monotonic() - began < LONGEST_WAIT:
            with suppress(BrowserError):
                if self.run(condition) is True:
                    return
            sleep(0.01)
        raise AssertionError(f"not so: {condition}: {self.run('document.body.innerText')}")

    def picture(self, *, whole: bool = False) -> bytes:
        """Returns a screenshot as PNG, of the visible part or of the whole page."""
        shown = self._ask("Page.captureScreenshot", captureBeyondViewport=whole)
        return b64decode(shown["data"])

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
            self._note(answer.get("method", ""), answer.get("params", {}))

    def _note(self, event: str, told: dict[str, Any]) -> None:
        match event:
            case "Network.requestWillBeSent":
                self.requested.append(told["request"]["url"])
            case "Runtime.exceptionThrown":
                self.faults.append(str(told["exceptionDetails"]))
            case "Log.entryAdded" if told["entry"]["level"] == "error":
                self.faults.append(told["entry"]["text"])
            case _:
                pass

    def _message(self) -> bytes:
        while b"\0" not in self._rest:
            more = self._read.read1(1 << 20)
            assert more, "the browser has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return message
