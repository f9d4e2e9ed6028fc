"""Activities that go to another place keep their number, also where they arrive before the call returns that sends them."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.write("travel.c", """
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#define KEEP __attribute__((noinline, noclone, used))
static volatile int zero;
static int pipes[2], back[2], own;
KEEP int rank_of(void) { zero = own; return own; }
KEEP int ranks(void) { zero = 2; return 2; }
KEEP int start(void)
{
    if (pipe(pipes) || pipe(back))
        return -1;
    own = fork() == 0;
    return own;
}
KEEP int job_begin(long id) { zero = (int)id; zero = 1; return zero; }
KEEP int job_end(long id) { zero = (int)id; zero = 2; return zero; }
/* It returns when the other place has it. */
KEEP int ship(const long *id) { char done; return write(pipes[1], id, sizeof *id) > 0 && read(back[0], &done, 1) > 0; }
KEEP int ship_number(int to, long id) { zero = to; return ship(&id); }
KEEP long land(void) { long id; return read(pipes[0], &id, sizeof id) > 0 ? id : -1; }
KEEP int confirm(void) { return write(back[1], "", 1) > 0; }
int main(void)
{
    int me = start();
    for (long id = 100; id < 103; id++) {
        long got = me ? land() : id;
        job_begin(got);
        if (me)
            confirm();
        else
            ship_number(1, id);
        job_end(got);
    }
    return me || wait(NULL) < 0;
}
""")
VOCABULARY = """vocabulary travel
state process last
place rank_of() of ranks()
int rank_of(void)
int ranks(void)
int start(void)
    place
int job_begin(long id)
    begin activity id
    set last = id
int job_end(long id)
    end activity id
int ship_number(int to, long id)
    send anonymous to to, tag 7
    depart tag %s
long land(void)
    receive anonymous tag 7
    arrive tag result, activity result
"""
here.run(program.CC, "-O1", "-g", "-falign-functions=16", "travel.c", "-o", "travel")
for tag in ("id", "last", "id + 0 * to when id > 0"):
    here.write("travel.vocabulary", VOCABULARY % tag)
    here.triptych("run", "--quiet", "--force", "--events", "-o", "travel.tri", "--vocabulary", "./travel.vocabulary", "./travel")
    rows = [json.loads(line) for line in here.triptych("query", "travel.tri", "events", "--format", "json").out.splitlines()]
    tap.equal(sorted((row["rank"], row["activityNumber"]) for row in rows if row["name"] == "job_begin"),
              [(rank, f"0-{number}") for rank in (0, 1) for number in (1, 2, 3)], f"depart tag {tag}: activities keep their numbers")
    tap.equal(here.triptych("vocabulary", "check", "./travel.vocabulary").err, "", f"depart tag {tag}: nothing is to be said about it")
for tag in ("result", "rank_of()", "id when result", "int64(id)"):
    here.write("late.vocabulary", VOCABULARY % tag)
    checked = here.triptych("vocabulary", "check", "./late.vocabulary")
    tap.check("late.vocabulary:15:5: warning: `depart` happens after the call" in checked.err and "describes" in checked.out, f"depart tag {tag}: a warning", checked)
here.write("late.vocabulary", VOCABULARY % "last" + "int reset(long id)\n    set last = id\n    depart tag last\n")
tap.contains(here.triptych("vocabulary", "check", "./late.vocabulary").err, "warning: `depart` happens after the call", "a state that the call sets")
here.write("self.vocabulary", "vocabulary self\nint g(int a)\n    visit bytes g(a)\n")
wrong = here.triptych("vocabulary", "check", "./self.vocabulary", check=False)
tap.check(wrong.status == 1 and ":3:17: `g` cannot be called in its own description" in wrong.err and "\n                  ^^^^" in wrong.err, "a function that asks itself", wrong)
tap.done()
