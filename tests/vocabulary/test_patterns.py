"""Functions and labels that a vocabulary names by patterns, functions that are regions, names with numbers in them, variables, acts before the
call, and regions that longjmp leaves: by hand count. Then mistakes in such lines."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.write("steps.c", """
#include <setjmp.h>
#include <stdio.h>
#define KEEP __attribute__((noinline, used))
jmp_buf landing;
long settings[4] = {7, 5, 0, 0};
static volatile int sink;
KEEP void note(int n) { sink = n; }
KEEP int step_first__part(int n) { note(n); sink += n; return sink; }
KEEP int step_second(int n) { note(n); if (n == 3) longjmp(landing, 1); return sink + n; }
KEEP int around(int n) { int got = step_second(n); note(100); return got; }
KEEP int skip_third(int n) { note(n); return sink; }
int machine(int n)
{
    int at = 0;
 begin_12_go:
    if (++at < n)
        goto begin_12_go;
    switch (at & 1) {
    case 0:
 turn__over_4_go:
        note(at);
    }
    if (at < n + 2) {
        at++;
        goto turn__over_4_go;
    }
 finish_all:
    note(at);
    if (at < 0)
 no_1_go: note(1);
    return at;
}
int main(void)
{
    for (volatile int i = 0; i < 5; i++)
        sink += step_first__part(i);
    for (volatile int i = 0; i < 5; i++) {
        if (!setjmp(landing))
            sink += around(i);
        skip_third(i);
    }
    printf("%d\\n", machine(4));
    return 0;
}
""")
here.write("steps.vocabulary", """
vocabulary steps
family NAME = any with "__" as " "
family SIZE = any number
variable settings
int step_{NAME}(int n)
    before total = int64(address(settings) + 8)
    region name "step {n} of {total}" when n != 4
int around(int n)
    opens
    visit bytes n
void note(int n)
    before visit bytes n
label {NAME}_{SIZE}_go in machine
    enter "{NAME} ({SIZE})"
label finish_all in machine
    leave
""")
here.run(program.CC, "-O1", "-g", "steps.c", "-o", "plain")
ran = here.triptych("run", "--quiet", "--events", "-o", "a.tri", "--vocabulary", "./steps.vocabulary", "./plain")
native = here.run("./plain")
tap.equal((ran.out, ran.err), (native.out, ""), "the program does the same")


def rows(archive, text):
    return [json.loads(line) for line in here.triptych("query", archive, text, "--format", "json").out.splitlines()]


def count(archive, key):
    found = {}
    for row in rows(archive, "nodes.filter(n -> n.visits > 0)"):
        found[row[key] or ""] = found.get(row[key] or "", 0) + row["visits"]
    return found


paths = count("a.tri", "path")
expected = {f"{outer}step {n} of 5{inner}": 1 for n in range(4) for outer in ("", "around/") for inner in ("", "/note")}
tap.equal({path: visits for path, visits in paths.items() if "step" in path}, expected,
          "functions that a pattern names are regions, also one that longjmp leaves")
tap.equal([paths["note"], paths["around"], paths["around/note"]], [1 + 5 + 4, 5, 1 + 4], "what they call is recorded; acts before the call")
notes = sum(row["bytes"] for row in rows("a.tri", "nodes.filter(n -> n.name == \"note\")"))
tap.equal(notes, 2 * (0 + 1 + 2 + 3) + 2 * 4 + 4 * 100 + (0 + 1 + 2 + 3 + 4) + (4 + 5 + 6 + 6), "with their fields")

here.triptych("cc", "--vocabulary", "./steps.vocabulary", program.CC, "-O2", "steps.c", "-o", "probed")
ran = here.triptych("run", "--quiet", "--events", "--throttle", "off", "-o", "b.tri", "--vocabulary", "off", "./probed")
tap.equal(ran.out, native.out, "a program with labels that are regions does the same")
names = count("b.tri", "path")
tap.equal({name.split("/")[-1]: visits for name, visits in names.items() if name.endswith(")")},
          {"begin (12)": 4, "turn over (4)": 3}, "visits of labels")
said = here.triptych("cc", "--vocabulary", "./steps.vocabulary", "--verbose", program.CC, "-c", "steps.c").err
tap.contains(said, "steps.c:31: not measured: its label is before a statement that is no block's", "a label without room for a probe")

for line, wrong in [
    ("label {NAME} machine\n    leave", "expected `in` and the name of a function, not `machine`"),
    ("label {NAME} in machine", "an indented line must tell what happens at the label"),
    ("label {NAMES} in machine\n    leave", "there is no family `NAMES`"),
    ("label {NAME} in machine\n    enter \"{SIZE}\"", "neither the label nor the function has {SIZE} in its name"),
    ("label {NAME} in machine\n    visit", "expected `enter` or `leave`, not `visit`"),
    ("family X = any with 3", "expected a text such as \"__\", not `3`"),
    ("family X = {NAME}", "the family `NAME` has any member, and no list of them"),
    ("int f(int n)\n    before wait", "`wait` is what the whole call does: it cannot be before the call"),
    ("int f(int n)\n    before visit\n    set s = n", "`f` has an act before its call: then nothing is known after it"),
    ("int f(int n)\n    visit bytes address(n)", "`address` has one argument, the name of a variable"),
    ("int f(int n)\n    visit bytes \"n\"", "only a name can be a text"),
    ("int f(int n)\n    move anonymous to n", "only `send` and `receive` may be anonymous"),
    ("int f(int n)\n    visit bytes sizeof(struct x)", "the size of `x` is not known here: write it as a number"),
]:
    here.write("wrong.vocabulary", f"vocabulary wrong\nstate process s\nfamily NAME = any\nfamily SIZE = any number\n{line}\n")
    checked = here.triptych("vocabulary", "check", "./wrong.vocabulary", check=False)
    tap.check(checked.status == 1 and wrong in checked.err, line.replace("\n", ";"), str(checked))
tap.done()
