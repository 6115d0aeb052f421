# SPDX-License-Identifier: GPL-2.0-or-later
"""The tools read and write the same in every locale."""

import pathlib
import tempfile
import unittest

import locales
from bcnet_test import SOURCE, main, scratch, tool

SCRIPT = """import App
Hull = App.HullProperty_Create("Hull Interior")
Hull.SetMaxCondition(1234.5)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
Shield = App.ShieldProperty_Create("Shield Generator")
Shield.SetMaxCondition(-0.5)
App.g_kModelPropertyManager.RegisterLocalTemplate(Shield)
def LoadPropertySet(pObj):
\tpObj.AddToSet("Scene Root", Hull)
\tpObj.AddToSet("Scene Root", Shield)
"""
ILL_LAYOUT = """[Ship]
Name=Test
[Subsystem 1]
Name=Hull
Class=HullSubsystem
ObjectOffset=1
MaxCondition=1,5
[Subsystem 2]
Name=Impulse
Class=ImpulseEngineSubsystem
ObjectOffset=2
MaxCondition=1e30
"""
TRACE = """# OpenBC packet trace, 2026-02-14
[22:08:08.250] #1 C->S 10.0.0.2:59405 len=2 rc=2 DATA
  Decrypted:
    0000: FF 00                                            |..|
  peer_id=255 messages=0

"""


def written(folder):
    """{name: bytes} of the files in a folder."""
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).rglob("*")) if path.is_file()}


class Tools(unittest.TestCase):
    """Each is run in C.UTF-8 and in the others."""

    def same(self, name, *arguments, files=None, expect=0, contains=""):
        """The tool says and writes the same everywhere; {out} in an argument is a new folder."""
        results = {}
        for locale in (None, *locales.NAMES):
            folder = tempfile.mkdtemp(dir=scratch())
            for file, text in (files or {}).items():
                pathlib.Path(folder, file).write_text(text, encoding="utf-8")
            said = tool(name, *(str(argument).replace("{out}", folder) for argument in arguments), expect=expect,
                        locale=locale)
            results[locale] = [text.replace(folder, "") for text in said] + [written(folder)]
        for locale in locales.NAMES:
            self.assertEqual(results[locale], results[None], locale)
        self.assertIn(contains, "".join(results[None][:2]))
        return results[None]

    def test_forge(self):
        self.same("bcnet-forge", SOURCE / "captures/scenarios/session.scn", "{out}/session.pcapng")

    def test_battle_and_its_truth(self):
        _, _, files = self.same("bcnet-forge", "--battle", "--seconds", "12.5", "--loss", "2.5", "--truth",
                                "{out}/truth.json", "{out}/battle.pcapng")
        self.assertIn(b'"seconds":12.5,', files["truth.json"][:200])

    def test_layout_show(self):
        text = ILL_LAYOUT.replace("1,5", "1234.5").replace("1e30", "1500000")
        self.same("bcnet-layout", "show", "{out}/test.ini", files={"test.ini": text}, contains="1234.5")

    def test_layout_check(self):
        self.same("bcnet-layout", "check", "{out}/test.ini", files={"test.ini": ILL_LAYOUT}, expect=1,
                  contains='"1,5" is no number')

    def test_layout_import(self):
        _, _, files = self.same("bcnet-layout", "import", "{out}/insignia.py", "--output", "{out}",
                                files={"insignia.py": SCRIPT})
        self.assertTrue(any(b"MaxCondition=1234.5\n" in text for text in files.values()), files)

    def test_layouts_are_found_in_any_case(self):
        """A Turkish capital of "i" has a dot."""
        self.same("bcnet-layout", "show", "MATANKELDON", contains="Impulse")

    def test_trace2pcap(self):
        self.same("bcnet-trace2pcap", "{out}/trace.log", "{out}/trace.pcapng", files={"trace.log": TRACE})


if __name__ == "__main__":
    main()
