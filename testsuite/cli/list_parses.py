"""Standard input is what docs/running.md says of --list=json, of a program of this name."""
import json
import os
import re
import sys

DOCUMENT = open("docs/running.md", encoding="utf-8").read()


def documented(title):
    """The keys of the table under this title."""
    section = DOCUMENT.split(f"### {title}\n", 1)[1].split("\n#", 1)[0]
    return [key for row in re.findall(r"^\| (`.*?) \|", section, re.M) for key in re.findall(r"`(\w+)`", row)]


def no_number(word):
    raise ValueError(f"{word} is no JSON")


def check(title, item):
    assert sorted(item) == sorted(documented(title)), f"{title}: {sorted(item)}"


program = json.loads(sys.stdin.buffer.read().decode(), parse_constant=no_number)
check("Program", program)
assert os.fsencode(program["program"]) == os.fsencode(sys.argv[1]), program["program"]
names = [resource["name"] for resource in program["resources"]]
assert program["entry_points"] and len(set(names)) == len(names)
for entry in program["entry_points"]:
    check("Entry point", entry)
    assert set(entry["resources"]) <= set(names) and entry["wave_sizes"] and len(entry["numthreads"]) == 3
for resource in program["resources"]:
    check("Resource", resource)
    assert f"`{resource['kind']}`" in DOCUMENT, resource["kind"]
    if resource["sampler"] is not None:
        check("Sampler", resource["sampler"])
    for field in resource["fields"]:
        check("Field", field)
        assert f"`{field['scalar']}`" in DOCUMENT
        size = field["column_stride"] * (field["columns"] - 1) + field["row_stride"] * (field["rows"] - 1)
        size += (field["array_stride"] or 0) * ((field["array_count"] or 1) - 1)
        assert field["offset"] + size < (resource["bytes"] or resource["stride"])
        numbers = field["rows"] * field["columns"] * (field["array_count"] or 1)
        assert field["default"] is None or len(field["default"]) == numbers
