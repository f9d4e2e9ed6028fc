"""Signal handlers that call described functions, also while Triptych changes the states and the record of the call that they interrupt: no thread waits for
itself, and the calls that are interrupted are counted."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS, LAST = 20000, 10
here.write("held.h", """
int held_outer(long key);
int held_inner(long key);
int held_send(long key, int size);
int held_run(long key);
int held_last(long key);
""")
here.write("held.c", """
#include "held.h"
int held_outer(long key) { return (int)key; }
int held_inner(long key) { return (int)key + 1; }
int held_send(long key, int size) { return (int)key + size; }
int held_run(long key) { return (int)key; }
int held_last(long key) { return (int)key; }
""")
here.write("main.c", f"""
#include "held.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
enum {{ CALLS = {CALLS}, LAST = {LAST} }};
static volatile sig_atomic_t jumps;
static sigjmp_buf back;
static void handle(int number)
{{
    static long key = 1 << 30;
    (void)number;
    key++;
    held_inner(key);
    held_run(key);
    held_send(key, 2);
    if (jumps && key % 8 == 0)
        siglongjmp(back, 1);
}}
static void set_timer(int microseconds)
{{
    struct itimerval often = {{{{0, microseconds}}, {{0, microseconds}}}};
    setitimer(ITIMER_REAL, &often, NULL);
}}
int main(int count, char **words)
{{
    static char other[1 << 17];
    stack_t stack = {{.ss_sp = other, .ss_size = sizeof other}};
    struct sigaction action = {{.sa_handler = handle, .sa_flags = SA_RESTART}};
    for (int i = 1; i < count; i++) {{
        if (!strcmp(words[i], "stack") && !sigaltstack(&stack, NULL))
            action.sa_flags |= SA_ONSTACK;
        jumps |= !strcmp(words[i], "jumps");
    }}
    sigaction(SIGALRM, &action, NULL);
    static volatile long i;
    sigsetjmp(back, 1);
    set_timer(20);
    while (i < CALLS) {{
        long key = i++;
        held_outer(key); // each key is new: the tables grow
        held_send(key, 1);
        held_run(key);
    }}
    jumps = 0;
    set_timer(0);
    for (long last = 0; last < LAST; last++)
        held_last(last);
    puts("ended");
    return 0;
}}
""")
here.write("held.vocabulary", """
vocabulary held
library libheld.so
state process count[]
state process last[]
int held_outer(long key)
    takes held_inner
    takes held_send
    set count[key] += 1
    visit
int held_inner(long key)
    before old = count[key]
    set count[key + 100000] += 1
    visit bytes old + 1
int held_send(long key, int size)
    send to 1, bytes size, request key
int held_run(long key)
    run activity key, name "run"
int held_last(long key)
    set last[key] += 1
    visit
""")
here.run(program.CC, "-O1", "-shared", "-fPIC", "held.c", "-o", "libheld.so")
here.run(program.CC, "-O1", "main.c", "-o", "main", "-L.", "-lheld", f"-Wl,-rpath,{here}")

for words, options in ((), ()), (("stack",), ("--events",)), (("jumps",), ("--events",)):
    how = " ".join(("./main", *words, *options))
    ended = here.triptych("run", "-o", "a.tri", "--force", "--no-seal", *options, "--vocabulary", "./held.vocabulary", "./main", *words, timeout=30)
    tap.equal(ended.out, "ended\n", f"{how}: the program ends")
    if "jumps" in words:
        continue  # calls that a handler leaves may be lost
    visits = {}
    for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        visits[row["name"]] = visits.get(row["name"], 0) + row["visits"]
    tap.equal(visits["held_outer"], CALLS, f"{how}: no call that was interrupted is lost")
    tap.equal(visits.get("held_last"), LAST, f"{how}: calls after all signals are recorded")
tap.done()
