# SPDX-License-Identifier: GPL-2.0-or-later
"""Data flows one way through the rooms of plugin/, and includes follow it: a file includes its own room and rooms
before it in plugin/CMakeLists.txt. Within a room there are no cycles. What is known (game/) is kept apart from how
it is shown, and plain sources know nothing of Wireshark."""
import re
import unittest

from wireshark import SOURCE

PLUGIN = SOURCE / "plugin"
LIST = (PLUGIN / "CMakeLists.txt").read_text(encoding="utf-8")
ROOMS = re.findall(r"^  (\w+)\)? +#", LIST[LIST.index("set(BCNET_ROOMS"):], re.M)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
DECLARED = re.compile(r"^(?!typedef|static|#)[A-Za-z_][\w *]*?\b(bcnet_\w+)\((?=[^;{]*\)[^;{]*;)", re.M)
DEFINED = re.compile(r"^(?!typedef|static|#)[A-Za-z_][\w *]*?\b(bcnet_\w+)\([^;{]*\)\s*\{", re.M)
# A type that is a pointer to a function; a parameter of such a type, or written out.
POINTER_TYPE = re.compile(r"^typedef [^;{]*\(\*(\w+)\)\(", re.M)
TAKES_POINTER = r"\b(bcnet_\w+)\([^;{]*(?:\(\*|\b(?:%s)\b)[^;{]*\)[^;{]*;"


def files():
    return sorted(path for path in PLUGIN.rglob("*.[ch]"))


def name(path):
    return path.relative_to(PLUGIN).as_posix()


def included(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def against_the_stream(sources):
    """(file, include) of every include of a later room; sources: file -> includes, all as room/file."""
    return [(file, include) for file, includes in sources.items() for include in includes
            if ROOMS.index(include.split("/")[0]) > ROOMS.index(file.split("/")[0])]


def code(path):
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def defined_elsewhere(headers, sources):
    """Functions that a room declares and another place defines; headers and sources: room -> texts, None: no room."""
    places = {}
    for room, texts in sources.items():
        for text in texts:
            for function in DEFINED.findall(text):
                places.setdefault(function, set()).add(room)
    return sorted((room, function) for room, texts in headers.items() for text in texts
                  for function in DECLARED.findall(text) if places.get(function, {room}) != {room})


def handed_functions(headers, texts):
    """Functions of a room that take a function and are called from another place: what they are handed may be of a later
    room, and then data flow up. texts: room -> texts of all its files."""
    types = "|".join(sorted({name for room in headers.values() for text in room for name in POINTER_TYPE.findall(text)}))
    takers = re.compile(TAKES_POINTER % (types or "(?!)"))
    return sorted((room, function) for room, own in headers.items() for text in own for function in takers.findall(text)
                  if any(re.search(rf"\b{function}\(", other) for place, others in texts.items() if place != room
                         for other in others))


def module_of(file):
    return file.rsplit(".", 1)[0].removesuffix("-private")


def cycle(sources):
    """A cycle among modules (headers and source of one name are one), as a list of them; None when there is none."""
    graph = {}
    for file, includes in sources.items():
        graph.setdefault(module_of(file), set()).update(map(module_of, includes))
        graph[module_of(file)].discard(module_of(file))
    done = set()

    def walk(module, path):
        if module in path:
            return path[path.index(module):] + [module]
        if module in done:
            return None
        for other in sorted(graph.get(module, ())):
            found = walk(other, path + [module])
            if found:
                return found
        done.add(module)
        return None

    return next(filter(None, (walk(module, []) for module in sorted(graph))), None)


def plain_sources():
    """Files of the rooms' PLAIN lists, with the headers of the same names."""
    for room in ROOMS:
        text = (PLUGIN / room / "CMakeLists.txt").read_text(encoding="utf-8")
        plain = re.search(r"PLAIN(.*?)(?:DISSECTOR|\))", text, re.S)
        for source in re.findall(r"[\w-]+\.c", plain[1]) if plain else ():
            yield PLUGIN / room / source


class TestIncludes(unittest.TestCase):
    def test_rooms_are_the_folders(self):
        self.assertEqual(sorted(ROOMS), sorted(path.name for path in PLUGIN.iterdir() if path.is_dir()))

    def test_every_source_is_built(self):
        for room in ROOMS:
            text = (PLUGIN / room / "CMakeLists.txt").read_text(encoding="utf-8")
            self.assertEqual(sorted(path.name for path in (PLUGIN / room).glob("*.c")),
                             sorted(re.findall(r"[\w-]+\.c\b", text)), room)

    def test_includes_follow_the_stream(self):
        sources = {name(path): included(path) for path in files() if path.parent != PLUGIN}
        self.assertEqual([], against_the_stream(sources))
        self.assertIsNone(cycle(sources))

    def texts(self, *suffixes):
        """Room -> texts of its files; None: the front door."""
        found = {room: [code(path) for path in sorted((PLUGIN / room).iterdir()) if path.suffix in suffixes]
                 for room in ROOMS}
        return {**found, None: [code(SOURCE / "packet-bcnet.c")] if ".c" in suffixes else []}

    def test_what_a_room_declares_it_defines(self):
        self.assertGreater(sum(len(DECLARED.findall(text)) for text in self.texts(".h")["reading"]), 40)
        self.assertEqual([], defined_elsewhere(self.texts(".h"), self.texts(".c")))

    def test_no_function_is_handed_up(self):
        self.assertEqual([], handed_functions(self.texts(".h"), self.texts(".c", ".h")))

    def test_of_the_two_above(self):
        header = ["void bcnet_a(int x);\ntypedef bool (*bcnet_f_t)(int);\nint  bcnet_b(int x,\n   bcnet_f_t f);\nint bcnet_c(int (*f)(int));"]
        elsewhere = {"x": [], None: ["void bcnet_a(int x)\n{ bcnet_b(1, f); bcnet_c(g); }"]}
        self.assertEqual([("x", "bcnet_a")], defined_elsewhere({"x": header}, elsewhere))
        self.assertEqual([], defined_elsewhere({"x": header}, {"x": elsewhere[None]}))
        self.assertEqual([("x", "bcnet_b"), ("x", "bcnet_c")], handed_functions({"x": header}, elsewhere))
        self.assertEqual([], handed_functions({"x": header}, {"x": elsewhere[None]}))

    def test_types_have_names_of_their_own(self):
        """Whoever greps for a type finds one."""
        found = [match for path in files() for match in re.findall(r"^} (\w+_t);", path.read_text(encoding="utf-8"), re.M)]
        self.assertGreater(len(found), 150)
        self.assertEqual([], [name for name in found if not name.startswith("bcnet_") or found.count(name) > 1])

    def test_of_this_test(self):
        later, earlier = f"{ROOMS[-1]}/a.h", f"{ROOMS[0]}/b.h"
        self.assertEqual([(earlier, later)], against_the_stream({earlier: [later], later: [earlier]}))
        self.assertEqual(["x/a", "x/b", "x/a"], cycle({"x/a.c": ["x/b.h"], "x/b.c": ["x/a.h"], "x/a.h": []}))

    def test_plain_sources_know_nothing_of_wireshark(self):
        plain = list(plain_sources())
        self.assertGreater(len(plain), 20)
        for path in plain:
            for file in (path, path.with_suffix(".h")):
                if file.exists():
                    self.assertNotRegex(file.read_text(encoding="utf-8"), r"#include <(epan|wsutil|wiretap|ws_)", file)

    def test_state_is_not_display(self):
        for path in sorted((PLUGIN / "game").glob("*.[ch]")):
            if "show" not in path.name:
                text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
                self.assertNotRegex(text, r"proto_(tree|item)|reading/reader\.h", path)


if __name__ == "__main__":
    unittest.main()
