# SPDX-License-Identifier: GPL-2.0-or-later
"""JSON held against a JSON Schema, as far as docs/bcnet-world.schema.json needs it; what the schema does not name is
complained of as well."""

import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int,
         "number": (int, float)}
# All that is checked: a schema with another word would promise more.
WORDS = {"$schema", "$defs", "title", "description", "$ref", "type", "const", "enum", "required", "properties", "items",
         "minItems", "maxItems", "minimum", "maximum", "pattern"}


def complaints(value, schema, root=None, path="$"):
    """What is wrong, in words."""
    root = root or schema
    if set(schema) - WORDS:
        raise ValueError(f"not understood: {set(schema) - WORDS}")
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    wrong = [f"{path} is {value!r:.60}" for fits in (_type, _value) if not fits(value, schema)]
    if wrong:
        return wrong
    if isinstance(value, dict) and "properties" in schema:
        wrong += [f"{path}: {name} is missing" for name in schema.get("required", ()) if name not in value]
        wrong += [f"{path}: {name} is not in the schema" for name in value if name not in schema["properties"]]
        for name in value.keys() & schema["properties"].keys():
            wrong += complaints(value[name], schema["properties"][name], root, f"{path}.{name}")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            wrong.append(f"{path} has {len(value)} items")
        for place, item in enumerate(value):
            wrong += complaints(item, schema.get("items", {}), root, f"{path}[{place}]")
    return wrong


def _type(value, schema):
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    fits = [isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names]
    return any(fits) or not names


def _value(value, schema):
    return value == schema.get("const", value) and value in schema.get("enum", [value]) and \
        ("minimum" not in schema or value >= schema["minimum"]) and ("maximum" not in schema or value <= schema["maximum"]) \
        and ("pattern" not in schema or re.search(schema["pattern"], value) is not None)
