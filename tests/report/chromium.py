# SPDX-License-Identifier: GPL-2.0-or-later
"""Drives Chromium without a screen over its own protocol: JSON texts, each ended by a zero byte, in two pipes. Nothing
but Python and the browser is needed."""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

TIMEOUT = 60


class BrowserError(AssertionError):
    """The browser, or the page in it, did not do what it should."""


class Browser:
    """One Chromium with one page. Everything it logs and every request it makes is kept."""

    def __init__(self, width=1366, height=768):
        self.profile = tempfile.mkdtemp(prefix="bcnet-chromium-")
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()

        def connect():
            # The browser reads from 3 and writes to 4; the pipes' own numbers may be just these.
            command, answer = os.dup(command_read), os.dup(answer_write)
            high_command, high_answer = os.dup2(command, 90), os.dup2(answer, 91)
            os.dup2(high_command, 3)
            os.dup2(high_answer, 4)

        self.process = subprocess.Popen(
            [shutil.which("chromium") or "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
             "--hide-scrollbars", "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--mute-audio", f"--user-data-dir={self.profile}", f"--window-size={width},{height}",
             "--remote-debugging-pipe"],
            close_fds=False, preexec_fn=connect, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.buffer, self.serial, self.session = b"", 0, None
        self.problems, self.requests, self.loaded = [], [], False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def close(self):
        """End this browser, and nothing else."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- The protocol ----

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.answers], [], [], left)[0]:
                raise BrowserError("Chromium does not answer")
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                raise BrowserError("Chromium ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        """One command; returns its result."""
        self.serial += 1
        message = {"id": self.serial, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + TIMEOUT
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.serial:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, parameters = event.get("method", ""), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(part.get("value", part.get("description")))
                                          for part in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.problems.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def listen(self, seconds):
        """Let the page live for a while."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                self.note(self.receive(deadline))
            except BrowserError:
                if self.process.poll() is not None:
                    raise
                return

    def processor_time(self):
        """Seconds that the browser's processes have used so far."""
        ticks, parents, clock = {}, {}, os.sysconf("SC_CLK_TCK")
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                cells = stat.read_text().rpartition(")")[2].split()
            except OSError:     # ended in between
                continue
            pid = int(stat.parent.name)
            parents[pid], ticks[pid] = int(cells[1]), int(cells[11]) + int(cells[12])
        own = {self.process.pid}
        for pid in sorted(parents):
            if parents[pid] in own:
                own.add(pid)
        return sum(ticks.get(pid, 0) for pid in own) / clock

    # ---- What tests do ----

    def resize(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=False)

    def scheme(self, scheme):
        """light or dark"""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, path):
        """Load a file and wait until it is there; what was logged before is forgotten."""
        self.problems, self.requests, self.loaded = [], [], False
        self.call("Page.navigate", url=f"file://{path}")
        deadline = time.monotonic() + TIMEOUT
        while not self.loaded:
            self.note(self.receive(deadline))
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def run(self, script):
        """The value of an expression in the page; promises are waited for."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError(result["exceptionDetails"].get("exception", {}).get("description", "a script failed"))
        return result["result"].get("value")

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, x, y, to_x, to_y, steps=8):
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        for i in range(1, steps + 1):
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + (to_x - x) * i / steps,
                      y=y + (to_y - y) * i / steps, button="left", buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=to_x, y=to_y, button="left", clickCount=1)

    def wheel(self, x, y, delta):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=delta)

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            text = key if len(key) == 1 and kind == "keyDown" else ""
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=text)

    def picture(self, path, selector=None, whole=False):
        """The window, one element, or the whole page, as PNG."""
        parameters = {}
        if selector:
            box = self.run(f"(() => {{ const b = document.querySelector({json.dumps(selector)})"
                           ".getBoundingClientRect(); return {x: b.x + scrollX, y: b.y + scrollY, width: b.width,"
                           " height: b.height}; })()")
            parameters = {"clip": {**box, "scale": 1}, "captureBeyondViewport": True}
        elif whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            parameters = {"captureBeyondViewport": True,
                          "clip": {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}}
        data = self.call("Page.captureScreenshot", format="png", **parameters)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def paper(self, path):
        """As it would be printed, as PDF."""
        data = self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(data["data"]))
