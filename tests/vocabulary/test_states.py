"""States of the process, with and without keys: threads lose nothing, and calls count the same whether they take the quick way or the other."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
THREADS, CALLS, KEYS = 4, 800, 5
here.write("st.h", """
int st_add(int size);
int st_show(int number);
int st_put(long key, int size);
int st_get(long key);
int st_mark(long key, int size);
int st_flag(int size);
int st_some(long key, int size);
int st_both(long one, long other);
int st_twice(long key, int size);
int st_far(const long *key, const int *size);
int st_through(void (*body)(void));
double st_real(double a, double b, long key);
""")
here.write("st.c", """
#include "st.h"
int st_add(int size) { return size; }
int st_show(int number) { return number; }
int st_put(long key, int size) { return (int)key + size; }
int st_get(long key) { return (int)key; }
int st_mark(long key, int size) { return (int)key + size; }
int st_flag(int size) { return size; }
int st_some(long key, int size) { return (int)key - size; }
int st_both(long one, long other) { return (int)(one - other); }
int st_twice(long key, int size) { return (int)key * size; }
int st_far(const long *key, const int *size) { return key && size ? 1 : 0; }
int st_through(void (*body)(void)) { static volatile int calls; calls++; body(); return 1; } // room for a jump before the call
double st_real(double a, double b, long key) { return a * 3 + b / (double)(key + 1); }
""")
here.write("main.c", f"""
#include "st.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
enum {{ THREADS = {THREADS}, CALLS = {CALLS}, KEYS = {KEYS} }};
static void handle(int number) {{ (void)number; st_put(KEYS, 1); st_add(1); }}
static void inside(void) {{ raise(SIGUSR1); st_add(1); }}
static void *work(void *data)
{{
    long own = 1000 + *(long *)data;
    double sum = 0;
    for (int i = 0; i < CALLS; i++) {{
        st_add(i);
        st_put(i % KEYS, 1);
        st_put(own, i % 3);
        st_put(own * CALLS + i / 8, 1); // the table grows meanwhile
        sum += st_real(i, 2, own);
        long key = own;
        int size = 2;
        st_far(&key, i % 50 ? &size : NULL);
        st_get(own);
    }}
    *(long *)data = (long)sum;
    return NULL;
}}
int main(void)
{{
    pthread_t threads[THREADS];
    long numbers[THREADS];
    signal(SIGUSR1, handle);
    for (int i = 0; i < 100; i++) {{ // one thread
        st_mark(i % 7, i % 2 ? i : -i);
        st_flag(i);
        st_some(i % 40, i);
        st_both(i % 3, i % 2);
        st_twice(i % 4, i);
        raise(SIGUSR1);
        st_through(inside);
    }}
    for (long i = 0; i < THREADS; i++) {{
        numbers[i] = i;
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }}
    long sum = 0;
    for (int i = 0; i < THREADS; i++) {{
        pthread_join(threads[i], NULL);
        sum += numbers[i];
    }}
    pid_t child = fork(); // its states are its own from here on
    if (!child) {{
        st_add(1);
        st_put(1, 1);
        _exit(0);
    }}
    waitpid(child, NULL, 0);
    st_show(1);
    for (long i = 0; i <= KEYS; i++)
        st_get(i);
    for (long i = 0; i < THREADS; i++)
        st_get(1000 + i);
    printf("%ld\\n", sum);
    return 0;
}}
""")
TEXT = """
vocabulary st
library libst.so
state process total
state process flag
state process count[]
state process marked[]
state process some[]
int st_add(int size)
    set total += size{}
    visit
int st_show(int number)
    visit bytes total when number > 0{}
int st_put(long key, int size)
    set count[key] += size{}
    visit
int st_get(long key)
    let found = count[key]{}
    visit bytes found when found > 3
int st_mark(long key, int size)
    visit bytes marked[key] + 1{}
    set marked[key] = size when size > 0
int st_flag(int size)
    set flag = size when size % 2
    set flag += 3 when size > 50
    visit bytes flag{}
int st_some(long key, int size)
    set some[key] += size when size % 3 == 1
    visit bytes some[key]{}
int st_both(long one, long other)
    set marked[one] += 1
    set marked[other + 10] = one + 1{}
    visit bytes marked[one] + marked[20]
int st_twice(long key, int size)
    before old = count[key]{}
    set count[key] += size
    set count[key] += 1
    visit bytes count[key] - old
int st_far(const long *key, const int *size)
    set count[*key] += *size{}
    visit
int st_through(void (*body)(void))
    visit bytes total{}
double st_real(double a, double b, long key)
    visit bytes count[key] * 0 + 1{}
"""
here.write("quick.vocabulary", TEXT.replace("{}", ""))
here.write("other.vocabulary", TEXT.replace("{}", "\n    let far = text(0)"))  # texts have no quick form
here.run(program.CC, "-O1", "-shared", "-fPIC", "st.c", "-o", "libst.so")
here.run(program.CC, "-O1", "main.c", "-o", "main", "-L.", "-lst", "-lpthread", f"-Wl,-rpath,{here}")
here.run(program.CC, "-O1", "-falign-functions=16", "main.c", "st.c", "-o", "patched", "-lpthread")
native = here.run("./main")


def profile(command, vocabulary, *options):
    """By function and path: visits and bytes."""
    ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", f"./{vocabulary}.vocabulary", command)
    tap.equal(ended.out, native.out, f"{command} computes what it does natively ({' '.join((vocabulary, *options))})")
    found = {}
    for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if (row["name"] or "").startswith("st_"):
            visits, size = found.get((row["name"], row["line"]), (0, 0))
            found[row["name"], row["line"]] = visits + row["visits"], size + (row["bytes"] or 0)
    return found


def totals(found):
    by_name = {}
    for (name, _), (visits, size) in found.items():
        by_name[name] = tuple(map(sum, zip(by_name.get(name, (0, 0)), (visits, size))))
    return by_name


quickly = totals(profile("./main", "quick"))
total = 100 + THREADS * sum(range(CALLS))  # the handler outside of calls
shared = [THREADS * CALLS // KEYS + (25 + sum(i for i in range(100) if i % 4 == key) if key < 4 else 0) for key in range(KEYS)]
own = sum(i % 3 for i in range(CALLS)) + 2 * (CALLS - CALLS // 50)
tap.equal(quickly["st_show"], (1, total), "threads add to a state of the process, and nothing is lost")
at_end = sum(shared) + 100 + THREADS * own
meanwhile, sum_own = 0, 0
for i in range(CALLS):
    sum_own += i % 3 + (2 if i % 50 else 0)
    meanwhile += sum_own if sum_own > 3 else 0
tap.equal(quickly["st_get"], (THREADS * CALLS + KEYS + 1 + THREADS, THREADS * meanwhile + at_end), "the same with states by their keys")
flag, flags = 0, 0
for i in range(100):
    flag = (i if i % 2 else flag) + (3 if i > 50 else 0)
    flags += flag
tap.equal(quickly["st_flag"], (100, flags), "states that are set on a condition")
some, of_some = {}, 0
for i in range(100):
    some[i % 40] = some.get(i % 40, 0) + (i if i % 3 == 1 else 0)
    of_some += some[i % 40]
tap.equal(quickly["st_some"], (100, of_some), "states with keys that are added to on a condition, also before they are there")
for command, options in ("./main", ()), ("./main", ("--events",)), ("./patched", ()):
    other = totals(profile(command, "other", *options))
    tap.equal(totals(profile(command, "quick", *options)) if command != "./main" or options else quickly, other,
              f"the quick way and the other one agree: {command} {' '.join(options)}")
    tap.equal(other, quickly, "and with the first run")
tap.done()
