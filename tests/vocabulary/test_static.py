"""Described functions of a program that is linked statically, through `triptych cc --vocabulary`, by hand count."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be measured by a static library without it")

here = program.folder()
here.write("task.c", """
#include <setjmp.h>
extern jmp_buf landing;
int task_self(void) { return 0; }
int task_count(void) { return 1; }
int task_send(int to, const void *data, long size) { return data ? (int)size + to : -1; }
int task_jump(int n) { if (n) longjmp(landing, 1); return 1; }
""")
here.write("main.c", """
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
jmp_buf landing;
int task_send(int to, const void *data, long size);
int task_jump(int n);
static void *many(void *data)
{
    for (int i = 0; i < 1000; i++)
        *(long *)data += task_send(1, "", 5);
    return NULL;
}
static int deep(int n) { char room[2000]; room[n] = (char)n; return task_send(room[n], "", 1); }
int main(void)
{
    pthread_t thread;
    long sum = 0, other = 0;
    for (int i = 0; i < 10; i++)
        sum += task_send(i, i % 2 ? "" : NULL, 100);
    pthread_create(&thread, NULL, many, &other);
    pthread_join(thread, NULL);
    for (volatile int i = 0; i < 4; i++) {
        if (!setjmp(landing))
            sum += task_jump(i % 2);
        sum += deep(i);
    }
    printf("%ld %ld\\n", sum, other);
    return 0;
}
""")
here.write("task.vocabulary", """
vocabulary task
place task_self() of task_count()
int task_self(void)
int task_count(void)
int task_send(int to, const void *data, long size)
    send to to, tag 3, bytes size when result >= 0
int task_jump(int n)
    visit
int task_missing(int n)
    visit
""")
here.run(program.CC, "-O1", "-c", "task.c")
here.run("ar", "rc", "libtask.a", "task.o")
here.run(program.CC, "-O1", "-c", "main.c")


def profile(archive):
    """By function: visits and bytes."""
    found = {}
    for line in here.triptych("query", archive, "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if (row["name"] or "").startswith("task_"):
            visits, size = found.get(row["name"], (0, 0))
            found[row["name"]] = visits + row["visits"], size + (row["bytes"] or 0)
    return found


for name, inputs in (("linked", ["main.o"]), ("probed", ["main.c"])):
    here.triptych("cc", "--vocabulary", "./task.vocabulary", program.CC, "-O1", "-static", *inputs, "-L.", "-ltask", "-o", name)
    native = here.run("env", "TRIPTYCH=off", f"./{name}")
    ran = here.triptych("run", "--quiet", "-o", f"{name}.tri", f"./{name}")
    tap.equal(("532 6000\n", "532 6000\n"), (native.out, ran.out), f"{name}: the program does what it does")
    tap.equal(profile(f"{name}.tri"), {"task_send": (1014, 5504), "task_jump": (4, 0)}, f"{name}: visits and bytes, by hand count")

# Names by pattern: of the program's own functions and its libraries', not of the compiler's libraries and of the collector.
here.write("pattern.vocabulary", """
vocabulary pattern
family NAME = any
family SIZE = any number
int task_{NAME}(int n)
    region
int str{NAME}(void *text)
    visit
int tri_{NAME}(void *data)
    visit
int step_{SIZE}_go(int n)
    region name "step {SIZE} for {n}"
label at_{SIZE} in walk
    enter "at {SIZE}"
""")
here.write("steps.c", """
#include <string.h>
__attribute__((noinline)) int step_12_go(int n) { return (int)strlen("four") + n; }
__attribute__((noinline)) int step_7_go(int n) { return n; }
__attribute__((noinline)) int step_none_go(int n) { return n; }
""")
here.write("walk.c", """
#include <setjmp.h>
#include <stdio.h>
jmp_buf landing;
int step_12_go(int n), step_7_go(int n), step_none_go(int n), task_self(void), task_count(void);
int walk(int n)
{
    int sum = 0;
at_1:
    sum += step_12_go(n);
at_22:
    sum += step_7_go(3);
    if (--n > 0)
        goto at_1;
    return sum;
}
int main(void)
{
    int sum = walk(3) + step_none_go(1);
    for (int i = 0; i < 4; i++)
        sum += task_self() + task_count();
    printf("%d\\n", sum);
    return 0;
}
""")
here.run(program.CC, "-O1", "-c", "steps.c")
here.run("ar", "rc", "libsteps.a", "steps.o")
made = here.triptych("cc", "--vocabulary", "./pattern.vocabulary", program.CC, "-O1", "-static", "-ffunction-sections", "-Wl,--gc-sections", "walk.c", "-L.", "-lsteps",
                     "-ltask", "-o", "walked")
tap.equal(made.err, "", "patterns: linking says nothing")
ran = here.triptych("run", "--quiet", "-o", "walked.tri", "./walked")
tap.equal(ran.out, "32\n", "patterns: the program does what it does")
found = {}
for line in here.triptych("query", "walked.tri", "nodes.filter(n -> n.visits > 0)", "--format", "json").out.splitlines():
    row = json.loads(line)
    found[row["name"]] = found.get(row["name"], 0) + row["visits"]
tap.equal({key: count for key, count in found.items() if key}, {
    "main": 1, "walk": 1, "at 1": 3, "at 22": 3, "step 12 for 3": 1, "step 12 for 2": 1, "step 12 for 1": 1, "step 7 for 3": 3, "task_self": 4,
    "task_count": 4, "printf": 1, "stdout": 1}, "patterns: functions and labels, by hand count")

here.run(program.CC, "-O1", "-static", "walk.c", "-L.", "-lsteps", "-ltask", "-o", "plain")
plain = here.triptych("run", "-o", "plain.tri", "--vocabulary", "./pattern.vocabulary", "./plain", check=False)
tap.check("triptych cc --vocabulary" in plain.err, "a program that was linked without that is told how to be linked", plain.err)

here.write("other.vocabulary", "vocabulary other\nint other_send(int to)\n    send to to\n")
said = here.triptych("cc", "--vocabulary", "./other.vocabulary", program.CC, "-static", "main.o", "-L.", "-ltask", "-o", "none")
tap.check("has none of the functions" in said.err and here.run("./none").out == "532 6000\n", "a program without them is linked as it is", said.err)
wrong = here.triptych("cc", "--vocabulary", "./no.vocabulary", program.CC, "-static", "main.o", "-o", "none", check=False)
tap.check(wrong.status == 1 and "no.vocabulary" in wrong.err, "a vocabulary that is missing is an error", wrong.err)
wrong = here.triptych("cc", "--vocabulary", program.CC, "-static", "main.o", "-o", "none", check=False)
tap.check(wrong.status == 2 and "--vocabulary needs the name or file of a vocabulary" in wrong.err, "its name is missing", wrong.err)
said = here.triptych("report", "linked.tri").out
tap.check("TASK: call sites" in said and "MPI" not in said, "reports have the vocabulary's name, which the program itself tells", said)
tap.done()
