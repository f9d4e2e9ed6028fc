"""A function may send, receive, wait and take part in collective operations in one call: each of them is matched."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS = 60
here.write("both.vocabulary", """
vocabulary both
library libboth.so
place both_self() of both_count()
int both_self(void)
int both_count(void)
int both_begin(int size, int request)
    send begins to 0, tag 1, bytes size, request request
int both_next(int size, int request)
    send to 0, tag 2, bytes size
    wait request request
int both_take(int size, int first)
    receive from 0, tag first, bytes size
    receive from 0, tag 2, bytes size
int both_share(int size, int given)
    collective reduce root 0, given given, taken 8
    receive from 0, tag 3, bytes size when size % 2 == 0
int both_meet(int size)
    barrier
    send to 0, tag 3, bytes size when size % 2 == 0
""")
here.write("both.c", """
#define KEEP __attribute__((noinline, noclone, used, aligned(16)))
#define STAYS __asm__ volatile("" ::: "memory")
KEEP int both_begin(int size, int request) { STAYS; return size + request; }
KEEP int both_next(int size, int request) { STAYS; return size - request; }
KEEP int both_take(int size, int first) { STAYS; return size + first; }
KEEP int both_share(int size, int given) { STAYS; return size + given; }
KEEP int both_meet(int size) { STAYS; return size; }
KEEP int both_count(void) { return 1; }
KEEP int both_self(void) { return 0; }
""")
here.write("main.c", f"""
int both_begin(int size, int request);
int both_next(int size, int request);
int both_take(int size, int first);
int both_share(int size, int given);
int both_meet(int size);
int main(void)
{{
    for (int i = 0; i < {CALLS}; i++) {{
        both_begin(i, i + 100);
        both_next(i, i + 100);
        both_take(i, 1);
        both_meet(i);
        both_share(i, 2 * i);
    }}
    return 0;
}}
""")
here.run(program.CC, "-O1", "-fPIC", "-shared", "-Wl,-soname,libboth.so", "both.c", "-o", "libboth.so")
here.run(program.CC, "-O1", "main.c", "-L.", "-lboth", "-o", "linked")


def rows(table):
    return [json.loads(line) for line in here.triptych("query", "a.tri", table, "--format", "json").out.splitlines()]


numbers = range(CALLS)
expected = {"both_begin": sum(numbers), "both_next": sum(numbers), "both_take": 2 * sum(numbers),
            "both_share": sum(2 * i + 8 + (0 if i % 2 else i) for i in numbers), "both_meet": sum(i for i in numbers if i % 2 == 0)}
for options in (), ("--events",):
    here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", "./both.vocabulary", "./linked", env={"LD_LIBRARY_PATH": "."})
    found = {row["name"]: row["bytes"] or 0 for row in rows("nodes") if (row["name"] or "").startswith("both_")}
    tap.equal(found, expected, f"{'events' if options else 'profile'}: bytes of all that a function does")
messages = rows("messages")
tap.equal(sorted((row["tag"], row["bytes"] or 0) for row in messages),
          sorted([(1, i) for i in numbers] + [(2, i) for i in numbers] + [(3, i) for i in numbers if i % 2 == 0]), "each message is there once")
tap.equal([row for row in messages if row["send"] is None or row["receive"] is None], [], "and its send and receive are matched")
tap.equal(sum(row["finish"] is not None for row in messages if row["tag"] == 1), CALLS, "those that were begun were waited for")
tap.equal(len(rows("collectives")), 2 * CALLS, "collective operations and barriers")
tap.equal({row["size"] for row in rows("collectives")}, {1}, "all places take part, as many as the vocabulary counts")
events = rows("events")
tap.equal(sorted({(row["name"], row["type"]) for row in events if (row["name"] or "").startswith("both_")}),
          [("both_begin", "COMM"), ("both_meet", "COMM"), ("both_next", "COMM"), ("both_share", "COMM"), ("both_take", "COMM")], "with messages, a barrier is communication")
tap.equal(sum(row["bytes"] or 0 for row in events if row["name"] == "both_share"), expected["both_share"], "the events have all bytes")
here.write("one.vocabulary", "vocabulary one\nlibrary libboth.so\nint both_meet(int size)\n    visit\n")
here.write("two.vocabulary", "vocabulary two\nlibrary libboth.so\nint both_next(int size, int request)\n    visit\n")
given = ("--vocabulary", "./one.vocabulary", "--vocabulary")
here.triptych("run", "-o", "a.tri", "--force", *given, "./two.vocabulary", "./linked", env={"LD_LIBRARY_PATH": "."})
tap.equal({row["name"]: row["visits"] for row in rows("nodes") if (row["name"] or "").startswith("both_")}, {"both_meet": CALLS, "both_next": CALLS},
          "vocabularies of several options add up")
wrong = here.triptych("run", "-o", "a.tri", "--force", *given, "./no.vocabulary", "./linked", env={"LD_LIBRARY_PATH": "."}, check=False)
tap.check(wrong.status == 1 and "no.vocabulary" in wrong.err, "one that is missing is an error", wrong.err)
tap.done()
