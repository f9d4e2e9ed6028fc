"""KL1 programs, as KLIC compiles them to C: a stand-in with its symbols and its order of calls (kl1/), by hand count. Predicates are labels of
the generated C; each message has the predicate whose reduction sent it, and each read the argument that was waited for."""
import json
import re

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.copy("tests/vocabulary/kl1")


def rows(archive, text):
    return [json.loads(line) for line in here.triptych("query", archive, text, "--format", "json").out.splitlines()]


here.run(program.CC, "-O0", "-w", "-g", "-std=gnu11", "-c", "kl1/runtime.c", "-o", "runtime.o")
here.triptych("cc", "--vocabulary", "klic", program.CC, "-O2", "-w", "-std=gnu89", "-c", "kl1/stream.c", "-o", "stream.o")
here.triptych("cc", program.CC, "runtime.o", "stream.o", "-o", "stream")
ran = here.triptych("run", "--quiet", "--events", "--throttle", "off", "-o", "a.tri", "--vocabulary", "klic", "./stream")
tap.equal((ran.out, ran.err), ("36\n", ""), "the program does the same")

visits, paths = {}, {}
for row in rows("a.tri", "nodes.filter(n -> n.visits > 0)"):
    last = row["name"] or ""
    paths[row["row"]] = row["path"]
    visits[row["rank"], last] = visits.get((row["rank"], last), 0) + row["visits"]
tap.equal({key: count for key, count in visits.items() if key[1].startswith("main:")},
          {(0, "main:main/0"): 1, (0, "main:gen_some/2"): 9, (0, "main:show/1"): 2, (1, "main:consume/3"): 18},
          "goals that tried to commit, by predicate and node")
tap.equal({key: count for key, count in visits.items() if key[1].startswith("suspends")},
          {(0, "suspends for argument 1"): 1, (1, "suspends for argument 1"): 9}, "suspensions")
# 9 read, 9 release and 1 unify messages come to node 0, one per interrupt; 10 messages to node 1. Every fourth interrupt collects garbage.
tap.equal([visits[0, "interrupt"], visits[1, "interrupt"], visits[0, "garbage_collection"], visits[1, "garbage_collection"]],
          [19, 10, 4, 2], "what is done between reductions")
tap.equal([visits[0, "topsucceed"], visits[1, "topsucceed"]], [18, 10], "idle time")

messages = rows("a.tri", "messages")
kinds = ["", "throw_goal", "read", "answer_value", "unify", "release"]
sent = {}
for one in messages:
    path = paths[one["send"]]
    found = re.search("main:[a-z_]*/[0-9]", path)
    cause = found.group() if found else path.split("/")[0]
    key = one["sourceRank"], one["targetRank"], kinds[one["tag"] % 8], cause
    sent[key] = sent.get(key, 0) + 1
tap.equal(sent, {
    (0, 1, "throw_goal", "main:main/0"): 1,
    (1, 0, "read", "main:consume/3"): 9,
    (0, 1, "answer_value", "module_main"): 1,
    (0, 1, "answer_value", "topsucceed"): 2,
    (0, 1, "answer_value", "main:gen_some/2"): 6,
    (1, 0, "release", "topsucceed"): 9,
    (1, 0, "unify", "main:consume/3"): 1,
}, "messages, with the predicate whose reduction sent them")
tap.equal([one for one in messages if one["receive"] is None or one["send"] is None], [], "every message is received, though none tells who sent it")
asked = {paths[one["send"]].split("/")[-2] for one in messages if kinds[one["tag"] % 8] == "read"}
tap.equal(asked, {"suspends for argument 1"}, "each read has the argument that was waited for")
shown = here.triptych("show", "a.tri", "execution", "what-where", "--measure", "visits", "--region", "user:main:*")
tap.check("main:gen_some/2" in shown.out and "main:consume/3" in shown.out, "predicates are regions of the displays")
tap.done()
