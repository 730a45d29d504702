#!/usr/bin/python3
"""dot_holds.py FILE: each digraph of --emit=dot has one start and one end, its edges lead from blocks to blocks, each
block is reached from the start, and each but the end leads on. Prints nodes and edges of each."""
import re
import sys

NODE = re.compile(r'  (b\d+) \[shape=\w+(, fillcolor=\w+)?, label="((?:[^"\\]|\\.)*)"\];')
EDGE = re.compile(r'  (b\d+) -> (b\d+)( \[label="[a-z_]+"\])?;')


def check(text):
    head, *lines, end = text.strip().split("\n")
    assert re.fullmatch(r'digraph "(?:[^"\\]|\\.)*" \{', head) and end == "}", (head, end)
    assert lines.pop(0).startswith("  node ["), "defaults"
    nodes, edges = {}, []
    for line in lines:
        if match := NODE.fullmatch(line):
            assert match[1] not in nodes, line
            nodes[match[1]] = match[3]
        else:
            match = EDGE.fullmatch(line)
            assert match, line
            edges.append((match[1], match[2]))
    assert all(a in nodes and b in nodes for a, b in edges), "an edge leads nowhere"
    reached, new = set(), ["b0"]
    while new:
        block = new.pop()
        reached.add(block)
        new += [b for a, b in edges if a == block and b not in reached]
    last = f"b{len(nodes) - 1}"
    assert nodes[last] == "end", last
    assert reached | {last} == set(nodes), set(nodes) - reached
    assert {a for a, _ in edges} | {last} == set(nodes), "a block leads nowhere"
    print(head.split('"')[1], len(nodes), len(edges))


for graph in open(sys.argv[1], encoding="utf-8").read().split("}\ndigraph"):
    check(("" if graph.startswith("digraph") else "digraph") + graph.rstrip() + ("" if graph.endswith("}\n") else "\n}"))
