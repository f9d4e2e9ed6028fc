"""Tasks of PVM, on a pvmd that the test starts: messages, groups and spawned tasks, counted by hand."""
import json
import re

import program
import pvmd
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")
here = program.folder()
PVM = pvmd.start(here)
here.write("tasks.c", """
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { CHILDREN = 3 };
static int numbers[16];
static void master(void)
{
    int tids[CHILDREN];
    char path[4096] = "";
    double sum[4] = {1, 2, 3, 4};
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 || pvm_spawn(path, 0, PvmTaskDefault, "", CHILDREN, tids) != CHILDREN)
        exit(2);
    pvm_joingroup("all");
    for (int i = 0; i < 5; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(numbers, 10, 1);
        pvm_send(tids[i % CHILDREN], 7);
    }
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte("abc", 3, 1);
    pvm_mcast(tids, CHILDREN, 20);
    for (int i = 0; i < CHILDREN; i++)
        pvm_psend(tids[i], 30, numbers, 6, PVM_INT);
    for (int i = 0; i < CHILDREN; i++)
        pvm_recv(-1, 40);
    pvm_barrier("all", CHILDREN + 1);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(numbers, 2, 1);
    pvm_bcast("all", 50);
    pvm_reduce(PvmSum, sum, 4, PVM_DOUBLE, 60, "all", 0);
    printf("%g\\n", sum[3]);
}
static void child(int parent)
{
    int from, tag, size, got[6], bytes, buffer;
    double sum[4] = {1, 2, 3, 4};
    do {
        buffer = pvm_recv(parent, -1);
        pvm_bufinfo(buffer, &bytes, &tag, &from);
    } while (tag != 20);
    if (pvm_nrecv(parent, 999) > 0)
        exit(3);
    pvm_precv(parent, 30, got, 6, PVM_INT, &from, &tag, &size);
    while (pvm_joingroup("all") == 0)
        pvm_lvgroup("all"); /* the master is instance 0 */
    pvm_initsend(PvmDataDefault);
    pvm_pkint(numbers, 1, 1);
    pvm_send(parent, 40);
    pvm_barrier("all", CHILDREN + 1);
    pvm_recv(parent, 50);
    pvm_reduce(PvmSum, sum, 4, PVM_DOUBLE, 60, "all", 0);
}
int main(void)
{
    int parent = pvm_parent();
    if (parent < 0)
        master();
    else
        child(parent);
    pvm_barrier("all", CHILDREN + 1);
    pvm_exit();
    return 0;
}
""")
here.run(program.CC, "-g", "tasks.c", "-o", "tasks", "-lgpvm3", "-lpvm3")
native = here.run("./tasks", env=PVM, timeout=60)
result = here.triptych("run", "--events", "-o", "a.tri", "./tasks", env=PVM, timeout=60)
tap.equal((result.out, native.out), ("16\n", "16\n"), "the program prints the same")


def rows(what):
    return [json.loads(line) for line in here.triptych("query", "a.tri", what, "--format", "json").out.splitlines()]


places = rows("places")
tap.equal([(place["rank"], place["ranks"]) for place in places], [(0, 4), (1, 4), (2, 4), (3, 4)], "spawned tasks are places of the archive")
tids = [place["name"] - 1 for place in places]
tap.check(tids == sorted(tids) and len(set(tids)) == 4, "by the order of their task identifiers", tids)
messages = rows("messages")
found = sorted((m["sourceRank"], m["targetRank"], m["tag"], m["bytes"]) for m in messages)
expected = sorted([(0, 1 + i % 3, 7, 40) for i in range(5)] + [(0, i, 20, 3) for i in (1, 2, 3)] + [(0, i, 30, 24) for i in (1, 2, 3)] +
                  [(i, 0, 40, 4) for i in (1, 2, 3)] + [(0, i, 50, 8) for i in (1, 2, 3)])
tap.equal(found, expected, "every message: of send, mcast, psend, bcast, with tag and bytes")
collectives = rows("collectives")
tap.equal({c["size"] for c in collectives}, {None}, "how many tasks should take part is not known, as PVM's groups have no sizes")
reduces = sorted((c["rank"], c["root"], c["given"], c["taken"]) for c in collectives if c["kind"] == "n-to-1")
tap.equal(reduces, [(0, 0, 32, 32), (1, 0, 32, 0), (2, 0, 32, 0), (3, 0, 32, 0)], "a reduction, with its root and bytes")
barriers = {}
for one in collectives:
    if one["kind"] == "barrier":
        barriers.setdefault(one["instance"], []).append(one["rank"])
tap.equal(sorted(sorted(ranks) for ranks in barriers.values()), [[0, 1, 2, 3], [0, 1, 2, 3]], "two barriers of all")
visits = {}
for event in rows("events"):
    visits[event["name"]] = visits.get(event["name"], 0) + 1
tap.equal({name: visits.get(name) for name in ("pvm_send", "pvm_recv", "pvm_psend", "pvm_precv", "pvm_mcast", "pvm_bcast", "pvm_nrecv", "pvm_spawn", "pvm_exit")},
          {"pvm_send": 8, "pvm_recv": 14, "pvm_psend": 3, "pvm_precv": 3, "pvm_mcast": 1, "pvm_bcast": 1, "pvm_nrecv": 3, "pvm_spawn": 1, "pvm_exit": 4},
          "visits, by hand count: what PVM calls inside itself is none")
report = here.report("a.tri", "--top", "0")
tap.check("pvm_send" in json.dumps(report) and "pvm_barrier" in json.dumps(report), "the report has the call sites")

# Words: the library's name stands where those of an MPI program say MPI.
tap.check(re.search(r"\d+ PVM call sites", result.err), "after the run, the call sites are those of PVM", result.err)
texts = [result.err] + [here.triptych(*command).out for command in (
    ("report", "a.tri", "--advice"), ("report", "a.tri", "--advice", "--format", "json"), ("show", "a.tri", "utilisation"), ("show", "a.tri", "timeline"),
    ("show", "a.tri", "utilisation", "what-where", "--format", "json"))]
tap.equal([[line for line in text.splitlines() if re.search(r"\bMPI(_\w+)?\b", line)] for text in texts], [[]] * len(texts), "summary, advice and displays do not speak of MPI")
tap.check(all("PVM" in text for text in texts), "but of PVM", [text[:300] for text in texts if "PVM" not in text])
tap.done()
