# SPDX-License-Identifier: GPL-2.0-or-later
"""The report in Chromium: of every capture, of a long battle and of strangers who try to be more than text. Run by
browser.sh, which installs the browser. BCNET_PICTURES: a folder for the pictures of the documents."""

import os
import pathlib
import re
import time
import unittest

import hostile
import test_bytes
from bcnet_test import SOURCE, main, run, scratch, scratch_file, tool, tshark
from chromium import Browser
from world import whole_percent

CAPTURES = sorted((SOURCE / "captures").glob("*.pcapng"))
SESSION = SOURCE / "captures" / "session.pcapng"
DATAGRAMS = int(os.environ.get("BCNET_BATTLE", "140000"))
FRAMES_PER_SECOND = 30
SIZES = (390, 844), (768, 1024), (1366, 768), (1920, 1080)
PAGE_MAX, TIME_RATIO = 1_500_000, 1.5
WIDTH, HEIGHT = 1366, 768


def report(capture):
    path = scratch_file(".html")
    run("tshark", "-n", "-q", "-r", capture, "-z", f"bcnet,report,{path}")
    return path


def bytes_of(capture):
    """The page of bytes of a capture."""
    return test_bytes.page(capture)


def battle(players=3):
    capture = scratch() / f"battle-{players}.pcapng"
    if not capture.exists():
        tool("bcnet-forge", "--battle", "--players", players, "--datagrams", DATAGRAMS, "--loss", 5, "--duplicate", 2, "--reorder", 2,
             capture)
    return capture


class Chromium(unittest.TestCase):
    """One browser for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(WIDTH, HEIGHT)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def open(self, path, scheme="dark"):
        self.browser.scheme(scheme)
        self.browser.open(path)

    def text(self, selector):
        return self.browser.run(f"document.querySelector({selector!r}).textContent")

    def center(self, selector):
        return self.browser.run(f"(() => {{ const b = document.querySelector({selector!r}).getBoundingClientRect();"
                                " return [b.x + b.width / 2, b.y + b.height / 2]; })()")

    def click(self, selector):
        self.browser.click(*self.center(selector))

    def seek(self, moment):
        self.browser.run(f"bcnetReport.clock.seek({moment})")

    def check_quiet(self, path):
        """Nothing was logged, and nothing was asked for but the page itself."""
        self.assertEqual(self.browser.problems, [])
        self.assertEqual(set(self.browser.requests) - {f"file://{path}", "data:,"}, set())


class Captures(Chromium):
    """Reports of all captures."""

    def use(self):
        """Everything that is drawn late, the whole time, a ship, every round, both schemes."""
        self.browser.run("bcnetReport.timelines.fillAll(); bcnetReport.network.fill()")
        for share in (0, 0.3, 0.7, 1):
            self.browser.run(f"(() => {{ const {{clock}} = bcnetReport, {{from, to}} = clock.round;"
                             f" clock.seek(from + {share} * (to - from)); }})()")
        for mode in ("follow", "all", "auto"):
            self.click(f"#look-{mode}")
        rounds = self.browser.run("bcnetReport.world.rounds.length")
        for i in range(rounds):
            self.browser.run(f"bcnetReport.choose({i})")
        self.click("#scheme")
        self.browser.listen(0.1)

    def test_all(self):
        self.assertGreater(len(CAPTURES), 50)
        for capture in CAPTURES:
            with self.subTest(capture=capture.name):
                path = report(capture)
                self.open(path)
                if self.browser.run("bcnetReport.world.rounds.length"):
                    self.use()
                else:
                    self.assertFalse(self.browser.run("document.getElementById('nothing').hidden"))
                self.check_quiet(path)

    def test_strangers(self):
        """Their words are shown, and do nothing."""
        path = report(hostile.capture())
        self.open(path)
        self.use()
        for i in range(len(hostile.TRICKS)):
            self.seek(i + 0.9)
            self.browser.run(f"bcnetReport.select(bcnetReport.world.rounds[0].pilots[{i}] || null)")
        self.browser.listen(0.5)
        self.check_quiet(path)
        self.assertIsNone(self.browser.run("window.hacked"))
        self.assertEqual(self.browser.run("document.querySelectorAll('script').length"), 3)
        for selector in ("img", "iframe", "base", "object", "embed", "form", "svg:not(.shield-view)"):
            self.assertEqual(self.browser.run(f"document.querySelectorAll('{selector}').length"), 0, selector)
        names = self.browser.run("[...document.querySelectorAll('#board bdi')].map((name) => name.textContent)")
        self.assertTrue(any(name.startswith("</script><script>") for name in names), names)
        shown = self.browser.run("document.body.innerText")
        self.assertNotRegex(shown, "[\u202a-\u202e\u2066-\u2069]")
        self.assertLess(max(map(len, shown.splitlines())), 450)     # ours of the network has 430

    def test_policy_holds(self):
        """Should a name become HTML one day, the browser would still refuse to run it."""
        path = report(SESSION)
        self.open(path)
        self.browser.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked=1\">');"
                         "const s = document.createElement('script'); s.textContent = 'window.hacked=2';"
                         "document.body.append(s); fetch('http://127.0.0.1:9/').catch(() => {})")
        self.browser.listen(0.5)
        self.assertIsNone(self.browser.run("window.hacked"))
        self.assertEqual({url for url in self.browser.requests if url.startswith("http")}, set())
        self.assertTrue(any("Content Security Policy" in problem for problem in self.browser.problems))


class Story(Chromium):
    """captures/session.pcapng: what is shown is what the table of ships says."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path = report(SESSION)

    def setUp(self):
        self.browser.resize(WIDTH, HEIGHT)
        self.open(self.path)

    def table(self):
        """The rows of -z bcnet,ships."""
        lines = [line for line in tshark("-q", "-r", SESSION, "-z", "bcnet,ships").splitlines() if "|" in line]
        cells = [[cell.strip() for cell in line.split("|")[:-1]] for line in lines]
        return [dict(zip(cells[0], line)) for line in cells[1:]]

    def last(self, row, name):
        """The newest condition of something in a row of the table; 100 when it was never damaged."""
        words = next(value for key, value in row.items() if key.startswith("Worst"))
        found = re.search(rf"(?:^|, ){name} \d+ % \((\d+) %\)", words)
        return int(found[1]) if found else 100

    def on_screen(self, index):
        """Where the map shows a ship."""
        return self.browser.run(f"""(() => {{
            const {{map, clock, world}} = bcnetReport, ship = world.games[0].ships[{index}];
            const box = document.getElementById('map').getBoundingClientRect(), place = ship.placeAt(clock.now);
            map.showSet(place.set);
            map.draw();
            const [x, y] = map.camera.above(place);
            return [box.x + x, box.y + y];
        }})()""")

    def test_ships_at_their_end(self):
        """Click each player's ship just before it ends: hull, facings and subsystems of the card."""
        rows = {row["Object"]: row for row in self.table() if int(row["First frame"]) < 393}
        ships = self.browser.run("bcnetReport.world.rounds[0].ships.map((s) => ({object: s.object,"
                                 " last: Math.min(s.end, s.last), index: s.index, moves: s.moves, names: s.entries.map((e) => e.name)}))")
        clicked = 0
        for ship in ships:
            if not ship["moves"]:
                continue
            self.seek(ship["last"] - 0.001)
            self.browser.listen(0.2)
            self.browser.click(*self.on_screen(ship["index"]))
            row = rows[ship["object"]]
            with self.subTest(ship=row["Class"]):
                clicked += 1
                self.assertIn(row["Class"], self.text("#card h3"))
                self.assertEqual(self.text("#card-hull"), f"{self.last(row, 'Hull')}\u2009%")
                for facing in ("front", "rear", "top", "bottom", "left", "right"):
                    shown = self.text(f"#card [data-facing={facing}]")
                    self.assertEqual(shown, str(self.last(row, f"{facing.capitalize()} shields")), facing)
                systems = self.browser.run("[...document.querySelectorAll('#card-systems li')].map((li) => ['.name',"
                                           " '.value'].map((part) => li.querySelector(part).textContent))")
                for name, value in systems:
                    self.assertEqual(re.match(r"\d+", value)[0], str(self.last(row, re.escape(name))), name)
        self.assertEqual(clicked, 3)

    def test_percent(self):
        """Rounded as the tables do."""
        self.assertEqual(self.browser.run("Array.from({length: 256}, (_, i) => bcnetReport.words.percent(i))"),
                         [whole_percent(i) for i in range(256)])

    def test_slider(self):
        """Dragged with the mouse: time, log, lines of the graphs."""
        x, y = self.center("#slider")
        left, width = self.browser.run("(() => { const b = document.getElementById('slider').getBoundingClientRect();"
                                       " return [b.left, b.width]; })()")
        self.browser.drag(x, y, left + width * 0.9, y)
        now = self.browser.run("bcnetReport.clock.now")
        self.assertAlmostEqual(now, 3.504 + (52.5 - 3.504) * 0.9, delta=0.7)
        self.assertTrue(self.text("#moment").startswith("0:47"))
        self.assertIn("oops, wrong button", self.text("#log [aria-current]"))
        self.seek(49.5)
        self.assertIn("have to go", self.text("#log [aria-current]"))
        self.seek(10)
        self.assertIn("joins the game", self.text("#log [aria-current]"))

    def test_links(self):
        """A page opens at the moment and with the ship that its address names, and follows links of the log and of remarks."""
        self.browser.run("location.hash = '#t=32.9&ship=Sep'")
        self.browser.listen(0.3)
        self.assertAlmostEqual(self.browser.run("bcnetReport.clock.now"), 32.9, places=3)
        self.assertIn("Sep", self.text("#card h3"))
        self.browser.run("document.querySelector('#kills a.when').click()")
        self.browser.listen(0.3)
        self.assertAlmostEqual(self.browser.run("bcnetReport.clock.now"), 32.86, places=2)
        self.browser.run("location.hash = '#t=70'")     # of the second round
        self.browser.listen(0.3)
        self.assertEqual(self.browser.run("bcnetReport.clock.round.from"), 66.206)
        self.assertEqual(self.browser.run("bcnetReport.clock.linkHere().split('&')[0]"), "#t=70")

    def test_death_keys(self):
        self.seek(20)
        for key, wanted in (("n", 32.86), ("n", 44.62), ("p", 32.86)):
            self.browser.press(key)
            self.assertAlmostEqual(self.browser.run("bcnetReport.clock.now"), wanted, places=2)

    def lines(self):
        return self.browser.run("[...document.querySelectorAll('#log > li:not([hidden])')].map((li) => li.textContent)")

    def test_log(self):
        """All of it is there; by player, by kind, by words; it stays where somebody reads."""
        everything = self.lines()
        self.assertTrue(any("have to go" in line for line in everything))
        self.browser.run("(() => { const s = document.getElementById('log-search'); s.value = 'torpedo';"
                         " s.dispatchEvent(new Event('input')); })()")
        found = self.lines()
        self.assertEqual(found, [line for line in everything if "torpedo" in line.split("the last 10 s")[0].lower()])
        self.assertGreater(len(found), 2)
        self.browser.run("(() => { const s = document.getElementById('log-search'); s.value = '';"
                         " s.dispatchEvent(new Event('input')); })()")
        self.browser.run("document.getElementById('log').dispatchEvent(new Event('wheel'))")
        self.browser.run("document.getElementById('log').scrollTop = 5")
        before = self.browser.run("document.getElementById('log').scrollTop")
        self.seek(48)
        self.assertEqual(self.browser.run("document.getElementById('log').scrollTop"), before)
        self.click("#log-follow")
        self.assertGreater(self.browser.run("document.getElementById('log').scrollTop"), before)

    def test_sizes(self):
        """Map, slider and play button are on the screen together."""
        for width, height in SIZES:
            self.browser.resize(width, height)
            self.browser.listen(0.2)
            with self.subTest(size=f"{width}x{height}"):
                self.browser.run("scrollTo(0, 0)")
                boxes = [self.browser.run(f"(() => {{ const b = document.querySelector('{selector}').getBoundingClientRect();"
                                          " return [b.left, b.top, b.right, b.bottom]; })()")
                         for selector in ("#map", "#slider", "#play")]
                for left, top, right, bottom in boxes[1:]:
                    self.assertTrue(0 <= left < right <= width and 0 <= top < bottom <= height)
                left, top, right, bottom = boxes[0]
                shown = min(bottom, boxes[1][1]) - top
                self.assertTrue(0 <= left < right <= width and shown > height * 0.4, shown)

    def test_keys_and_play(self):
        self.seek(20)
        self.browser.press("ArrowRight")
        self.assertAlmostEqual(self.browser.run("bcnetReport.clock.now"), 21, places=3)
        self.browser.press(" ")
        self.browser.listen(1.2)
        self.click("#play")
        self.assertGreater(self.browser.run("bcnetReport.clock.now"), 21.5)
        self.assertFalse(self.browser.run("bcnetReport.clock.playing"))

    def test_map(self):
        """Wheel and mouse."""
        before = self.browser.run("bcnetReport.map.camera.view")
        x, y = self.center("#map")
        self.browser.wheel(x, y - 60, -300)
        self.browser.drag(x, y - 60, x + 80, y - 30)
        self.browser.listen(0.2)
        after = self.browser.run("bcnetReport.map.camera.view")
        self.assertGreater(after["scale"], before["scale"] * 1.3)
        self.assertEqual(self.browser.run("bcnetReport.map.camera.mode"), "free")
        self.click("#look-all")
        self.assertLess(self.browser.run("bcnetReport.map.camera.view.scale"), after["scale"])

    def test_rounds(self):
        self.assertEqual(self.browser.run("document.querySelectorAll('#chooser button').length"), 2)
        self.click("#chooser button:nth-child(2)")
        self.assertIn("Team deathmatch", self.text("#rules"))
        self.assertIn("Warbird", self.text("#roster"))
        self.assertEqual(self.browser.run("document.querySelectorAll('.sets button').length"), 2)
        self.seek(86)
        self.click("#roster li:nth-child(2) button")
        self.assertEqual(self.browser.run("bcnetReport.map.set"), "Poseidon2")

    def test_scores(self):
        rows = self.browser.run("[...document.querySelectorAll('#board tbody tr')].map((row) =>"
                                " [...row.children].map((cell) => cell.textContent))")
        # Ships, kills, deaths, score, torpedoes, pulses, beams.
        self.assertEqual([[row[0], *row[2:9]] for row in rows],
                         [["Ace", "1", "1", "1", "8\u202f640", "3", "0", "1"],
                          ["Sep", "2", "\u2013", "1", "\u2013", "0", "2", "1"]])
        self.assertIn("Sep\u2019s Akira is destroyed by Ace", self.text("#kills"))
        self.assertIn("self-destructed", self.text("#kills"))
        self.assertIn("its player left", self.text("#kills"))
        self.assertIn("the versions of the game differ", self.text("#refused"))

    def test_zoom_of_graphs(self):
        self.browser.run("bcnetReport.timelines.fillAll(); document.querySelector('#timelines').scrollIntoView()")
        self.browser.listen(0.4)
        x, y = self.center(".graph.condition")
        self.browser.drag(x - 100, y, x + 100, y)
        ranges = self.browser.run("bcnetReport.timelines.graphs.map(({graph}) => graph.xAxisRange())")
        self.assertEqual(len({tuple(round(end, 6) for end in pair) for pair in ranges}), 1)
        self.assertLess(ranges[0][1] - ranges[0][0], 15)
        self.assertFalse(self.browser.run("document.getElementById('whole').hidden"))

    def test_mid_battle(self):
        """Ships nobody introduced have a question mark."""
        path = report(SOURCE / "captures" / "state-mid-battle.pcapng")
        self.open(path)
        self.assertIn("Akira/Nebula?", self.text("#roster"))
        self.seek(0.5)
        self.browser.listen(0.2)
        self.assertIn("At this moment", self.text("#map-empty"))
        self.seek(0.95)
        self.browser.listen(0.2)
        self.assertTrue(self.browser.run("document.getElementById('map-empty').hidden"))

    def test_explained(self):
        """Whole names of subsystems, words for the marks that this round has, and what a remark means."""
        self.seek(30)
        self.browser.listen(0.2)
        names = self.browser.run("[...document.querySelectorAll('#card-systems .name')].map((name) =>"
                                 " [name.textContent, name.scrollWidth <= name.clientWidth])")
        self.assertEqual(len(names), 10)
        self.assertEqual([name for name, whole in names if not whole], [])
        key = self.text("#marks-key")
        for words in ("explodes", "has a ship", "orders self-destruction", "needs repair"):
            self.assertIn(words, key)
        self.assertNotIn("warp", key)
        self.assertIn("This message was sent before", self.text("#remarks"))

    def test_paper(self):
        """All that is on the page is on paper."""
        path = scratch() / "paper.pdf"
        self.browser.listen(1)
        self.browser.paper(path)
        self.assertGreater(path.stat().st_size, 30_000)
        self.assertFalse(self.browser.run("document.documentElement.classList.contains('paper')"))
        self.check_quiet(self.path)

    def test_nothing_sticks_out(self):
        for width, height in ((1366, 768), (1920, 1080), (1024, 700), (420, 800)):
            with self.subTest(width=width):
                self.browser.resize(width, height)
                self.browser.listen(0.2)
                self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width)


class Long(Chromium):
    """A battle of 140,000 datagrams and eight players."""

    def test_figures(self):
        capture = battle(8)
        times = {}
        for what in ("csv", "report"):
            best = []
            for _ in range(3):
                started = time.monotonic()
                if what == "csv":
                    run("tshark", "-n", "-q", "-r", capture, "-z", "bcnet,csv", into=os.devnull)
                else:
                    path = report(capture)
                best.append(time.monotonic() - started)
            times[what] = min(best)
        size = path.stat().st_size
        self.open(path)
        started = time.monotonic()
        self.browser.open(path)
        loading = time.monotonic() - started
        rates, costs = {}, {}
        for mode in ("auto", "follow", "all"):
            used = self.browser.processor_time()
            frames, rates[mode] = self.browser.run(f"""new Promise((done) => {{ const {{map, clock}} = bcnetReport;
                map.look('{mode}', true);
                clock.seek(clock.round.from + (clock.round.to - clock.round.from) / 5);
                clock.play();
                const drawn = map.drawn, started = performance.now();
                setTimeout(() => {{
                    clock.pause();
                    done([map.drawn - drawn, (map.drawn - drawn) / (performance.now() - started) * 1000]);
                }}, 5000); }})""")
            costs[mode] = (self.browser.processor_time() - used) / frames * 1000
        print(f"\n{DATAGRAMS} datagrams: csv {times['csv']:.2f} s, report {times['report']:.2f} s, "
              f"page {size:,} bytes, there after {loading:.2f} s; frames per second: " + ", ".join(
                  f"{mode} {rate:.0f} ({costs[mode]:.0f} ms of processor time each)" for mode, rate in rates.items()))
        self.check_quiet(path)
        self.assertLess(size, PAGE_MAX)
        self.assertLess(times["report"], TIME_RATIO * times["csv"])
        # Where other programs want the processors too, what a frame costs tells what the page could do.
        busy = os.getloadavg()[0] > os.cpu_count() + 1
        for mode, rate in rates.items():
            self.assertGreaterEqual(1000 / costs[mode] if busy else rate, FRAMES_PER_SECOND, mode)


class Bytes(Chromium):
    """The page of bytes, as somebody uses it who learns."""

    def dump(self):
        """(text of the chosen byte's panel, focused byte)"""
        return self.text("#chosen"), self.browser.run("document.activeElement.dataset.at")

    def answer(self, number):
        """A question, with the mouse or the keyboard."""
        question = self.browser.run(f"bcnetReport.world.questions[{number}]")
        self.click(f".dots button:nth-child({number + 1})")
        if "answer" in question:
            self.click(".answering input")
            for letter in question["answer"]:
                self.browser.press(letter)
            self.browser.press("Enter")
        else:
            index = self.browser.run(f"bcnetReport.world.frames.findIndex((frame) => frame.number === {question['frame']})")
            self.browser.run(f"document.querySelectorAll('#list button')[{index}].scrollIntoView()")
            self.click(f"#list li:nth-child({index + 1}) button")
            source, start, _ = question["bytes"]
            self.browser.run(f"document.querySelector('[data-at=\"{source}:{start}\"]').scrollIntoView({{block: 'center'}})")
            self.click(f'[data-at="{source}:{start}"]')
            self.click(".answering button")

    def test_every_byte_of_a_join(self):
        """A click on each of all 2,227 bytes, and on what was joined: it names a field that holds it."""
        path = bytes_of(SOURCE / "captures" / "join.pcapng")
        self.open(path)
        clicked = self.browser.run("""(() => {
            let clicked = 0;
            const wrong = [];
            for (const button of document.querySelectorAll('#list button')) {
                button.click();
                for (const byte of document.querySelectorAll('.byte[data-at]')) {
                    byte.click();
                    clicked += 1;
                    const {frame, source, place} = bcnetReport.bytes.choice, {field} = frame.at(source, place);
                    const panel = document.querySelector('#chosen .field');
                    if (!field || !field.holds(source, place) || panel.textContent !== field.label) wrong.push([frame.number, place]);
                    if (byte.getAttribute('aria-pressed') !== 'true' || !byte.classList.contains('in-field')) wrong.push([frame.number, place]);
                }
            }
            return [clicked, wrong];
        })()""")
        self.assertEqual(clicked, [2227 + 832, []])
        self.check_quiet(path)

    def test_ten_questions(self):
        path = bytes_of(SOURCE / "captures" / "join.pcapng")
        for width, height in ((1366, 768), (1920, 1080)):
            self.browser.resize(width, height)
            self.open(path, "light")
            for number in range(10):
                self.answer(number)
            self.assertIn("10 of 10", self.text("#questions"))
            self.assertIn("All of them", self.text("#questions"))
        self.browser.resize(WIDTH, HEIGHT)
        self.check_quiet(path)

    def test_keyboard(self):
        self.open(bytes_of(SOURCE / "captures" / "join.pcapng"))
        self.browser.run("bcnetReport.bytes.choice.choose(bcnetReport.world.frame(16), 0, 0);"
                         "document.querySelector('.byte[tabindex=\"0\"]').focus()")
        for key, place in (("ArrowRight", "0:1"), ("ArrowDown", "0:17"), ("ArrowUp", "0:1"), ("End", "0:417"), ("Home", "0:0"),
                           ("ArrowLeft", "0:0"), ("PageDown", "0:0"), ("PageDown", "0:0"), ("End", "0:28"), ("ArrowRight", "1:0"),
                           ("ArrowLeft", "0:28")):
            self.browser.press(key)
            self.assertEqual(self.dump()[1], place, key)
        self.assertEqual(self.browser.run("bcnetReport.bytes.choice.frame.number"), 18)
        self.browser.listen(0.6)
        self.assertEqual(self.browser.run("location.hash"), "#frame=18&byte=28")
        self.browser.run("document.querySelector('#list button[tabindex=\"0\"]').focus()")
        for key, frame in (("ArrowDown", 19), ("ArrowUp", 18), ("Home", 1), ("ArrowUp", 1), ("End", 29)):
            self.browser.press(key)
            self.assertEqual(self.browser.run("bcnetReport.bytes.choice.frame.number"), frame, key)
        self.browser.run("document.querySelector('.tree button[tabindex=\"0\"]').focus()")
        self.browser.press("End")
        self.assertEqual(self.browser.run("document.activeElement === document.querySelector('.tree button:last-child')"), True)
        self.assertEqual(self.browser.run("document.querySelectorAll('#list button[tabindex=\"0\"], .tree button[tabindex=\"0\"], "
                                          ".byte[tabindex=\"0\"]').length"), 3, "one stop each")

    def test_fits(self):
        """From a telephone to a wide screen nothing sticks out, and the byte that was clicked is in sight beside its panel."""
        path = bytes_of(SOURCE / "captures" / "join.pcapng")
        for width, height in ((390, 844), (768, 1024), (1366, 768), (1920, 1080)):
            with self.subTest(width=width):
                self.browser.resize(width, height)
                self.open(path, "dark")
                self.browser.run("bcnetReport.bytes.choice.choose(bcnetReport.world.frame(25), 0, 18);"
                                 "document.querySelector('#dump-part').scrollIntoView()")
                self.browser.listen(0.8)
                self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), width)
                cell, panel = (self.browser.run(f"(() => {{ const b = document.querySelector({selector!r}).getBoundingClientRect();"
                                                " return [b.top, b.bottom, b.left, b.right]; })()")
                               for selector in ('[data-at="0:18"]', "#chosen .field"))
                for top, bottom, left, right in (cell, panel):
                    self.assertTrue(0 <= top < bottom <= height and 0 <= left < right <= width, (cell, panel))
        self.browser.resize(WIDTH, HEIGHT)

    def test_strangers(self):
        path = bytes_of(hostile.capture())
        self.open(path)
        self.browser.run("document.querySelectorAll('#list button').forEach((button) => { button.click(); "
                         "[...document.querySelectorAll('.tree button')].slice(0, 4).forEach((line) => line.click()); })")
        self.browser.listen(0.5)
        self.assertIsNone(self.browser.run("window.hacked"))
        self.assertEqual(self.browser.run("document.querySelectorAll('img, svg, base, iframe').length"), 0)
        self.check_quiet(path)


@unittest.skipUnless(os.environ.get("BCNET_PICTURES"), "nobody asked for pictures")
class Pictures(Chromium):
    """docs/images/report-*.png"""

    def test_pictures(self):
        folder = pathlib.Path(os.environ["BCNET_PICTURES"])
        path = report(battle())
        self.open(path, "dark")
        self.browser.run("bcnetReport.clock.speed = bcnetReport.clock.speedBox.value = 5")
        self.seek(292)
        self.browser.run("bcnetReport.map.look('auto', true)")
        self.browser.listen(1)
        self.browser.picture(folder / "report-battle.png")
        for width, height in SIZES:
            if (width, height) != (WIDTH, HEIGHT):
                self.browser.resize(width, height)
                self.browser.listen(1)
                self.browser.picture(folder / f"report-{width}x{height}.png")
        self.browser.resize(WIDTH, HEIGHT)
        self.open(path, "light")
        self.browser.listen(1.5)
        self.browser.picture(folder / "report-network.png", "#network")
        self.open(report(SESSION), "light")
        self.seek(30.5)
        self.browser.listen(1.5)
        self.browser.picture(folder / "report-timelines.png", "#timelines")
        self.open(bytes_of(SOURCE / "captures" / "join.pcapng"), "light")
        self.browser.run("bcnetReport.bytes.choice.choose(bcnetReport.world.frame(25), 0, 18)")
        self.browser.listen(0.5)
        self.browser.picture(folder / "report-bytes.png")


if __name__ == "__main__":
    main()
