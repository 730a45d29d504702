"""Arguments: --emit=report and --emit=report-json of one file. They hold the same figures."""
import json
import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
kernels = json.load(open(sys.argv[2], encoding="utf-8"))
parts = re.split(r"^(?=\S)", text, flags=re.M)[1:]
assert len(parts) == len(kernels) > 0


def numbers(line):
    return [int(word) for word in re.findall(r"(?<=\s)\d+(?=\s|$)", line)]


for part, kernel in zip(parts, kernels):
    assert part.startswith(f"{kernel['entry_point']}  wave {kernel['wave_size']} x {kernel['wave_count']}")
    for kind, levels in kernel["operations"].items():
        assert numbers(re.search(rf"^    {kind}  .*$", part, re.M)[0]) == list(levels.values()), kind
    registers = kernel["registers"]
    most = [registers[key] for key in ("vectors", "scalars", "vgprs", "sgprs")]
    assert numbers(re.search(r"^    most .*$", part, re.M)[0]) == most
    lines = [numbers(line) for line in re.findall(r"^    line +\d+(?: +\d+){4}$", part, re.M)]
    assert lines == [list(line.values()) for line in registers["lines"]]
    accesses = re.findall(r"^    (store|load) +(\S+) +(\S+) +(\d+)  from line (\d+)$", part, re.M)
    assert accesses == [("store" if a["is_store"] else "load", a["name"], a["way"], str(a["count"]), str(a["line"]))
                        for a in kernel["accesses"]]
    assert f"groupshared memory: {kernel['groupshared_bytes']} bytes" in part
    barriers = re.findall(r"line (\d+): (\d+) VGPRs and (\d+) SGPRs", part)
    assert barriers == [(str(b["line"]), str(b["vgprs"]), str(b["sgprs"])) for b in kernel["barriers"]]
    merged = re.search(r"  merged, where ranks share the groups out\n((?:    .*\n)*)", part)[1].splitlines()
    assert len(merged) == len(kernel["sharing"])
    for line, share in zip(merged, kernel["sharing"]):
        words = [share["name"] or "the kernel", share["merge"]]
        words += [f"{s['axis']}: {s['step']} * group.{s['group']} + {s['low']}" for s in share["slices"]]
        words += [f"line {share['line']}: {share['why']}"] if "why" in share else []
        assert all(word in line for word in words), line
    code = kernel.get("machine_code")
    assert (code is None) == ("machine code" not in part)
    assert code is None or (f"machine code: {code['bytes']} bytes, by {code['cc']} -O{code['optimisation']} "
                            f"for {code['target']}\n") in part
    gcn = kernel["gcn"]
    assert f"{gcn['waves']} of 40 waves, {gcn['idle_percent']} % of the register file idle; limited by {gcn['limit']}" in part
    for advice in kernel["advice"]:
        assert advice["text"] in part
