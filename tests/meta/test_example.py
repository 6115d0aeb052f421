# SPDX-License-Identifier: GPL-2.0-or-later
"""The opcode that CONTRIBUTING.md adds as an example can still be added like that: its diff applies, in two files, and
what comes of it compiles."""
import json
import re
import shlex
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

from wireshark import BUILD, SOURCE, scratch, tool

DOCUMENT = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES_AT_MOST = 2


def example():
    """File -> hunks, as lines, of the diff in the document."""
    diff = re.search(r"^```diff\n(.*?)^```$", DOCUMENT, re.M | re.S)[1]
    found = {}
    for part in re.split(r"^--- a/.*\n", diff, flags=re.M)[1:]:
        name, body = part.removeprefix("+++ b/").split("\n", 1)
        found[name] = [hunk.splitlines() for hunk in re.split(r"^@@ .*\n", body, flags=re.M)[1:]]
    return found


def side(hunk, mark):
    """The lines of a hunk before ("-") or after ("+") the change."""
    return "".join(line[1:] + "\n" for line in hunk if line[:1] in (mark, " ", ""))


def applied(text, hunks):
    """A text after the change; ValueError where a hunk has no place or several."""
    for hunk in hunks:
        before = side(hunk, "-")
        if text.count(before) != 1:
            raise ValueError(f"{text.count(before)} places for\n{before}")
        text = text.replace(before, side(hunk, "+"))
    return text


class Example(unittest.TestCase):
    def test_it_applies(self):
        files = example()
        self.assertLessEqual(len(files), FILES_AT_MOST)
        number = re.search(r"\n\+    { BCNET_OPCODE\((0x[0-9A-F]{2}), ", DOCUMENT)[1]
        for path in (SOURCE / "plugin/opcodes").glob("*.c"):
            self.assertNotIn(f"OPCODE({number}", path.read_text(encoding="utf-8"), "the number has a row")
        for name, hunks in files.items():
            with self.subTest(file=name):
                text = (SOURCE / name).read_text(encoding="utf-8")
                self.assertNotEqual(applied(text, hunks), text)

    def compiled(self, folder):
        """The file of the plugin with the example in it, as an object; its name, and the words of its compilation."""
        name, hunks = next((name, hunks) for name, hunks in example().items() if name.endswith(".c"))
        command = next(entry for entry in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
                       if entry["file"] == str(SOURCE / name))
        words = shlex.split(command["command"])
        copy = Path(folder) / "example.c"
        copy.write_text(applied((SOURCE / name).read_text(encoding="utf-8"), hunks), encoding="utf-8")
        words[words.index("-o") + 1] = str(Path(folder) / "example.o")
        words[words.index("-c") + 1] = str(copy)
        self.run_quietly(words, command["directory"])
        return name, words

    def run_quietly(self, words, folder):
        run = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual((0, ""), (run.returncode, run.stdout))

    @unittest.skipUnless((BUILD / "build.ninja").exists(), "ninja knows how the plugin is linked")
    def test_it_says_what_the_document_says(self):
        """Compiled, linked in place of its file, and tried with the capture of the document."""
        plugin = next(BUILD.glob("plugins/*/epan/bcnet.so")).relative_to(BUILD)
        told = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", plugin], check=True, stdout=subprocess.PIPE, text=True)
        link = shlex.split(told.stdout.splitlines()[-1].removeprefix(": && ").removesuffix(" && :"))
        with tempfile.TemporaryDirectory(dir=scratch()) as folder:
            name, compilation = self.compiled(folder)
            (Path(folder) / plugin).parent.mkdir(parents=True)
            objects = [word for word in link if word.endswith(name.removeprefix("plugin/") + ".o")]
            self.assertEqual(len(objects), 1)
            link[link.index(objects[0])] = str(Path(folder) / "example.o")
            link[link.index("-o") + 1] = str(Path(folder) / plugin)
            if "-ffat-lto-objects" in compilation:      # they link as they are, which is quick
                link = [word for word in link if not word.startswith("-flto")] + ["-fno-lto"]
            self.run_quietly(link, BUILD)

            scenario, capture = Path(folder) / "ping.scn", Path(folder) / "ping.pcapng"
            scenario.write_text(textwrap.dedent(re.search(r"<<'END'\n(.*?)    END\n", DOCUMENT, re.S)[1]), encoding="utf-8")
            tool("bcnet-forge", scenario, capture)
            shown = subprocess.run([SOURCE / "scripts/with-plugin.sh", folder, "tshark", "-n", "-r", capture, "-V"],
                                   check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        expected = re.search(r"^It ends in\n\n((?:    .*\n)+)", DOCUMENT, re.M)[1]
        lines = shown.rstrip().splitlines()[-expected.count("\n"):]
        self.assertEqual(textwrap.dedent(expected).splitlines(), textwrap.dedent("\n".join(lines)).splitlines())

    def test_of_this_test(self):
        hunk = [" a", "-b", "+c", " d"]
        self.assertEqual("x\na\nc\nd\n", applied("x\na\nb\nd\n", [hunk]))
        for text in ("a\nd\n", "a\nb\nd\na\nb\nd\n"):
            with self.assertRaises(ValueError):
                applied(text, [hunk])


if __name__ == "__main__":
    unittest.main()
