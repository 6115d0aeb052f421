# SPDX-License-Identifier: GPL-2.0-or-later
"""clang, told to be Microsoft's compiler, reads the plugin with the headers of every series of Wireshark.

Debian has no headers of Microsoft's; those of mingw-w64 stand in. What only GCC and clang know is an error, and so is
the address of another DLL's data in a static initialiser. Words that the headers of mingw-w64 have and Microsoft's have
not are looked for in tests/meta/test_portable.py.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
CACHE = pathlib.Path(os.environ["BCNET_WINDOWS_CACHE"])
FILES = sorted(path.relative_to(TOP) for path in [TOP / "packet-bcnet.c", *TOP.glob("plugin/**/*.c")])
CLANG = subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
INSTEAD = TOP / "tests/windows/msvc"
OPTIONS = ["--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "-fms-compatibility-version=19.36", "/std:c11", "/Zs",
           "/X", "/W4", "/WX", "-Wpedantic", "-Wvla", "-Wc2x-extensions", "-Wno-unused-parameter",
           "-Wno-missing-field-initializers", "-Wno-overlength-strings",  # Microsoft's takes 65,535 bytes
           "/FI" + str(INSTEAD / "before.h"), "/I" + str(TOP / "plugin"),
           "/D_UCRT", '/DBCNET_VERSION=""']
# What must be refused: otherwise the check checks nothing.
REFUSED = {
    "a statement in an expression": "int f(int a); int f(int a) { return ({ a + 1; }); }",
    "an array of variable length": "int f(int n); int f(int n) { int a[n]; a[0] = 1; return a[0]; }",
    "an empty initialiser": "int f(void); int f(void) { int a[3] = {}; return a[0]; }",
    "a range of cases": "int f(int n); int f(int n) { switch (n) { case 1 ... 3: return 1; default: return 0; } }",
    "a condition without its middle": "int f(int n); int f(int n) { return n ?: 3; }",
    "arithmetic with void": "void *f(void *a); void *f(void *a) { return a + 1; }",
    "an array of length 0": "struct s { int a; int b[0]; };",
    "data of another DLL": "const void *const f[] = { &tfs_yes_no };",
    "no such function": "int f(int a); int f(int a) { return no_such_function(a); }",
}


def series():
    return {path.name.partition("-")[2]: path / "usr/include/wireshark" for path in sorted(CACHE.glob("wireshark-*"))
            if (path / "usr/include/wireshark/ws_version.h").exists()}


def said(headers, file):
    folders = [INSTEAD, f"{CLANG}/include", CACHE / "glib-shared/include", headers, "/usr/x86_64-w64-mingw32/include"]
    system = [part for folder in folders for part in ("-imsvc", str(folder))]
    done = subprocess.run(["clang", *OPTIONS, *system, "--", str(file)], capture_output=True, text=True, cwd=TOP, check=False)
    return done.returncode, done.stderr


class Msvc(unittest.TestCase):
    def test_headers_are_there(self):
        self.assertGreaterEqual(len(series()), 3)
        self.assertGreater(len(FILES), 60)

    def test_every_file_with_every_series(self):
        jobs = [(name, headers, file) for name, headers in series().items() for file in FILES]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda job: said(*job[1:]), jobs))
        wrong = [f"{name} {file}: {text}" for (name, _, file), (status, text) in zip(jobs, results) if status or text]
        self.assertEqual(wrong, [], "\n".join(wrong))
        print(f"{len(FILES)} files read as Microsoft's compiler would, with the headers of {', '.join(series())}")

    def test_what_must_be_refused(self):
        for what, code in REFUSED.items():
            with self.subTest(what), tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "sample.c"
                begin = "#include <epan/packet.h>\n#include <epan/tfs.h>\n"
                for text, refused in ((begin, False), (begin + code + "\n", True)):
                    file.write_text(text, encoding="ascii")
                    status, output = said(next(iter(series().values())), file)
                    self.assertEqual(bool(status), refused, output)


if __name__ == "__main__":
    unittest.main()
