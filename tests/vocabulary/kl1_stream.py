"""kl1_stream.py: the stand-in for KL1 programs (kl1/), built and counted by hand: a producer on node 0, a consumer on node 1."""
import json
import re

import program
import tap

KINDS = ["", "throw_goal", "read", "answer_value", "unify", "release"]


def rows(here, text):
    return [json.loads(line) for line in here.triptych("query", "a.tri", text, "--format", "json").out.splitlines()]


def run(here, mail, *libraries, env=None):
    """Builds the stand-in with one of the ways in which packets travel, and measures it."""
    here.copy("tests/vocabulary/kl1")
    for name in ("runtime", f"mail_{mail}"):
        here.run(program.CC, "-O0", "-w", "-g", "-std=gnu11", "-fno-pie", "-c", f"kl1/{name}.c", "-o", f"{name}.o")
    here.triptych("cc", "--vocabulary", "klic", program.CC, "-O2", "-w", "-std=gnu89", "-fno-pie", "-c", "kl1/stream.c", "-o", "stream.o")
    here.triptych("cc", program.CC, "-no-pie", "runtime.o", "stream.o", f"mail_{mail}.o", "-o", "stream", *libraries)
    ran = here.triptych("run", "--quiet", "--events", "--throttle", "off", "-o", "a.tri", "--vocabulary", "klic", "./stream", env=env or {}, timeout=60)
    said = [line for line in ran.err.splitlines() if "is still running and writes into it" not in line]  # a task may end after the first one
    tap.equal((ran.out, said), ("36\n", []), "the program does the same")


def counted(here):
    """Returns the visits by rank and name, and the paths of nodes."""
    visits, paths = {}, {}
    for row in rows(here, "nodes.filter(n -> n.visits > 0)"):
        last = row["name"] or ""
        paths[row["row"]] = row["path"]
        visits[row["rank"], last] = visits.get((row["rank"], last), 0) + row["visits"]
    return visits, paths


def cause_of(path):
    found = re.search("main:[a-z_]*/[0-9]", path)
    return found.group() if found else path.split("/")[0]


def check(here):
    visits, paths = counted(here)
    # Each of the 9 elements is tried three times: it is asked for, it is waited for, it is there.
    tap.equal({key: count for key, count in visits.items() if key[1].startswith("main:")},
              {(0, "main:main/0"): 1, (0, "main:gen_some/2"): 9, (0, "main:show/1"): 2, (1, "main:consume/3"): 27},
              "goals that tried to commit, by predicate and node")
    tap.equal({key: count for key, count in visits.items() if re.match("needs|suspends", key[1])},
              {(0, "needs argument 1"): 1, (1, "needs argument 1"): 18, (0, "suspends for argument 1"): 1, (1, "suspends for argument 1"): 9},
              "a goal that asks for a value and is tried again does not suspend")
    # 9 read, 9 release and 1 unify messages come to node 0, one per interrupt, and `show` is interrupted once; 10 messages come to node 1, where a goal is
    # tried again 9 times. Every fourth interrupt collects garbage.
    tap.equal([visits[0, "interrupt"], visits[1, "interrupt"], visits[0, "garbage_collection"], visits[1, "garbage_collection"]],
              [20, 19, 5, 4], "what is done between reductions")
    tap.equal([visits[0, "topsucceed"], visits[1, "topsucceed"]], [19, 10], "idle time")
    messages, sent = rows(here, "messages"), {}
    for one in messages:
        key = one["sourceRank"], one["targetRank"], KINDS[one["tag"] % 8], cause_of(paths[one["send"]])
        sent[key] = sent.get(key, 0) + 1
    tap.equal(sent, {
        (0, 1, "throw_goal", "main:main/0"): 1,
        (1, 0, "read", "main:consume/3"): 9,
        (0, 1, "answer_value", "topsucceed"): 3,
        (0, 1, "answer_value", "main:gen_some/2"): 6,
        (1, 0, "release", "topsucceed"): 9,
        (1, 0, "unify", "main:consume/3"): 1,
    }, "messages, with the predicate whose reduction sent them")
    tap.equal([one for one in messages if one["receive"] is None or one["send"] is None], [], "every message is received, though none tells who sent it")
    asked = {paths[one["send"]].split("/")[-2] for one in messages if KINDS[one["tag"] % 8] == "read"}
    tap.equal(asked, {"needs argument 1"}, "each read has the argument that it asked for")
    return visits
