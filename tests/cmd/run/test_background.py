"""Programs in the background: those that outlive their command, and those that begin after it has ended."""
import os
import time
import program
import tap

here = program.folder()
here.write("a.c", """
#include <fcntl.h>
#include <unistd.h>
int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main(int argc, char **argv)
{
    if (argc > 2)
        close(creat(argv[2], 0600));
    if (argc > 1)
        while (access(argv[1], F_OK))
            usleep(1000);
    return work(argc) < 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "a.c", "-o", "a")
LATER = "while ! test -e {go}; do sleep 0.01; done"


def run(name, script):
    """Runs a shell, whose programs in the background write to files, so that they hold no pipe of this test."""
    return here.triptych("run", "-o", f"{name}.tri", "sh", "-c", script, check=False)


def wait_for(what):
    while not what():
        time.sleep(0.01)


def times(archive):
    """How often main was entered."""
    return sum(row["visits"] for row in here.report(archive)["routines"] if row["name"] == "main")


def has_ended(archive):
    return "state    ended" in here.triptych("report", archive, check=False).out


# It begins a moment after the shell has ended, or is over by then
result = run("quick", "./a >out 2>&1 &")
wait_for(lambda: has_ended("quick.tri"))
tap.equal(times("quick.tri"), 1, "a program in the background is measured")
tap.check(result.status == 0, "though its shell may have ended before it began", result)

# It runs on
result = run("long", "./a go-long up-long >out 2>&1 & while ! test -e up-long; do sleep 0.01; done")
tap.check("is still running and writes into it" in result.err, "one that runs on is told of", result)
here.write("go-long", "")
wait_for(lambda: has_ended("long.tri"))
tap.equal(times("long.tri"), 1, "what it does is in the archive")

# It begins when the run was sealed
result = run("late", f"./a; ({LATER.format(go='go-late')}; ./a; ./a; echo done >done-late) >out-late 2>&1 &")
tap.check("programs that it starts from now on get an archive of their own" in result.err, "what may come later is told of", result)
tap.equal(times("late.tri"), 1, "the archive is sealed with what was there")
before = sorted(os.listdir(here / "late.tri"))
here.write("go-late", "")
wait_for(lambda: (here / "done-late").exists())
tap.equal(times("late.2.tri"), 2, "programs that begin later share an archive of their own")
said = here.read("out-late")
tap.check(said.count("\n") == 1 and "late.2.tri: the run was sealed before this program began" in said, "the first of them says so, in one line",
          said)
tap.equal((times("late.tri"), sorted(set(os.listdir(here / "late.tri")) - set(before))), (1, ["late"]), "the first archive is as it was")
result = here.triptych("run", "-q", "--force", "-o", "late.tri", "./a")
tap.check((not result.err or program.SANITIZED) and not os.path.lexists(here / "late.tri/late"), "--force takes the link away, too", result)

# Nothing was measured when the command ended
result = run("none", f"({LATER.format(go='go-none')}; ./a; echo done >done-none) >out-none 2>&1 &")
tap.check("nothing was measured until the command ended" in result.err, "nothing until then", result)
here.write("go-none", "")
wait_for(lambda: (here / "done-none").exists())
tap.equal(times("none.tri"), 1, "a program that begins later makes the archive")
tap.done()
