"""What is not known is shown as such, never as 0: fields that cannot be computed, and repetitions that are too many; in profiles as in events."""
import json
import shutil

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
MOST = 1 << 20
here.write("few.h", """
int few_put(const int *to, long size);
int few_send(int count);
int few_sum(int count);
int few_share(int given, int taken);
int few_calls(void);
int few_never(long size);
""")
here.write("few.c", """
#include "few.h"
#include <signal.h>
#include <unistd.h>
int few_put(const int *to, long size) { (void)to, (void)size; return 0; }
int few_send(int count) { return count; }
int few_sum(int count) { return count; }
int few_share(int given, int taken) { return given - taken; }
int few_calls(void) { return 0; }
int few_never(long size) { return size > 0 ? kill(getpid(), SIGKILL) : 0; }
""")
here.write("main.c", f"""
#include "few.h"
int main(void)
{{
    int there = 0;
    few_put(&there, 8);
    few_put((const int *)8, 8);
    for (int i = 0; i < 3; i++)
        few_send(i);
    few_send(200000);
    few_send({MOST} + 1);
    few_sum({MOST});
    few_sum({MOST} + 1);
    few_share(3, 2);
    few_share(4, 0);
    few_calls();
    return 0;
}}
""")
here.write("few.vocabulary", """
vocabulary few
library libfew.so
state process calls
place 0 of 1
int few_put(const int *to, long size)
    move to *to, bytes size
int few_send(int count)
    send to 0, tag 1, bytes 2 for i below count
    set calls += 1
int few_sum(int count)
    visit bytes sum(3 for i below count)
    set calls += 1
int few_share(int given, int taken)
    collective reduce given given, taken 8 / taken
int few_calls(void)
    visit bytes calls
int few_never(long size)
    move to 0, bytes size
""")
here.run(program.CC, "-shared", "-fPIC", "few.c", "-o", "libfew.so")
here.run(program.CC, "-g", "main.c", "-o", "main", "-L.", "-lfew", f"-Wl,-rpath,{here}")
first = next(number for number, line in enumerate(here.read("main.c").splitlines(), 1) if "few_put(&there" in line)


def rows(what):
    return [json.loads(line) for line in here.triptych("query", "a.tri", what, "--format", "json").out.splitlines()]


def sizes(what):
    found = {}
    for row in rows(what):
        if (row["name"] or "").startswith("few_"):
            found.setdefault(row["line"] - first, []).append(row["bytes"])
    return found


expected = {0: [8], 1: [8], 3: [6], 4: [400000], 5: [None], 6: [3 * MOST], 7: [None], 8: [7], 9: [None], 10: [7]}
for options in ["--events"], []:
    result = here.triptych("run", "--force", *options, "-o", "a.tri", "--vocabulary", "./few.vocabulary", "./main")
    tap.equal(sizes("nodes"), expected, f"bytes are right or not known, and states are set ({' '.join(options) or 'profile'})")
    tap.check("at 3 call sites, the bytes of some calls are not known" in result.err, "the summary says so", result.err)
    reasons = sorted(row["reason"] for row in here.report("a.tri", "--notes")["unsized"])
    tap.check([f"{MOST} times at most" in reason for reason in reasons].count(True) == 2 and "is not known" in reasons[-1], "and the notes say why", reasons)
    tap.equal(here.triptych("report", "a.tri", "--mpi", "--top", "0", check=False).status, 0, "the report can be printed")
    if not options:
        continue
    tap.equal(sizes("events"), {**expected, 3: [0, 2, 4]}, "the same of events")
    tap.equal([(event["source"], event["target"]) for event in rows("events") if event["name"] == "few_put"], [(0, 0), (0, None)],
              "a target that is not known is not the place itself")
    tap.equal(sorted((part["given"], part["taken"]) for part in rows("collectives"))[:1], [(3, 4)], "a collective operation has its bytes")
    report = here.report("a.tri", "--mpi", "--top", "0")
    tap.equal([[row["bytes"] for row in report[table]] for table in ("comm_matrix", "comm_data")],
              [[2 * (3 + 200000 + MOST + 1)]] * 2, "tables of messages have their bytes: those of each one are known")
    tap.equal([part["taken"] for part in rows("collectives") if part["given"] == 4], [None], "or none")
here.write("never.c", '#include "few.h"\nint main(void) { few_never(8); return 0; }\n')
here.run(program.CC, "-g", "never.c", "-o", "never", "-L.", "-lfew", f"-Wl,-rpath,{here}")
here.triptych("run", "--force", "--events", "-o", "a.tri", "--vocabulary", "./few.vocabulary", "./never", check=False)
tap.equal([(event["unfinished"], event["bytes"]) for event in rows("events") if event["name"] == "few_never"], [(True, None)], "of a call that has not ended, the bytes are not known")

here.write("post.h", "int few_post(const long *size);\nint few_copy(const long *size);\nint few_all(const long *size);\n")
here.write("post.c", "".join(f'#include "post.h"\nint {name}(const long *size) {{ return size != 0; }}\n' for name in ("few_post", "few_copy", "few_all")))
here.write("posts.c", """
#include "post.h"
static const long size = 8;
static const long *const nowhere = (const long *)8;
int main(void) { few_post(&size); few_post(nowhere); few_copy(nowhere); few_all(nowhere); return 0; }
""")
here.write("post.vocabulary", """
vocabulary post
library libpost.so
place 0 of 1
int few_post(const long *size)
    send to 0, tag 1, bytes *size
int few_copy(const long *size)
    move to 0, bytes *size
int few_all(const long *size)
    collective allgather given *size, taken 8
""")
here.run(program.CC, "-shared", "-fPIC", "post.c", "-o", "libpost.so")
here.run(program.CC, "-g", "posts.c", "-o", "posts", "-L.", "-lpost", f"-Wl,-rpath,{here}")
here.triptych("run", "--force", "--events", "-o", "a.tri", "--vocabulary", "./post.vocabulary", "./posts")
tap.equal([row["bytes"] for row in rows("messages")], [8, None], "a message whose bytes are not known")
shown = " ".join(here.triptych("show", "a.tri", "communication", "matrix").out.split())
tap.contains(shown, "1 messages count as 0 bytes, as theirs are not known", "the matrix says how many there are")
tap.contains(shown, "1 one-sided operations count as 0 bytes, as theirs are not known", "and of one-sided operations")
shown = " ".join(here.triptych("show", "a.tri", "communication", "what-where", "--by", "size", "--measure", "sent").out.split())
tap.check("unknown size" in shown and "0 bytes" not in shown, "by size, they have a row of their own", shown)
shown = " ".join(here.triptych("show", "a.tri", "communication", "what-where", "--by", "size").out.split())
tap.contains(shown, "2 sends and receives count as 0 bytes, as theirs are not known", "where bytes are added up, it is said how many there are")
shown = " ".join(here.triptych("show", "a.tri", "communication", "what-where", "--by", "site").out.split())
tap.contains(shown, "3 call sites have calls whose bytes are not known", "and at how many call sites")
here.write("posts.c", '#include "post.h"\nint main(void) { few_post((const long *)8); return 0; }\n')
here.run(program.CC, "-g", "posts.c", "-o", "posts", "-L.", "-lpost", f"-Wl,-rpath,{here}")
here.triptych("run", "--force", "--events", "-o", "b.tri", "--vocabulary", "./post.vocabulary", "./posts")
said = here.triptych("show", "b.tri", "communication", "overall-what-when", check=False).err
tap.check("the bytes of the messages in b.tri are not known" in said and "no messages" not in said, "nor does a display of bytes say that there were no messages", said)
exported = here.triptych("export", "a.tri", "--to", "otf2", "-o", "a.otf2", check=False)
if exported.status == 0 and shutil.which("otf2-print"):
    printed = here.run("otf2-print", "a.otf2/traces.otf2").out
    tap.equal(["Length: 8" in printed, "Length: 0" in printed], [True, False], "an OTF2 trace does not say that they are 0")
tap.done()
