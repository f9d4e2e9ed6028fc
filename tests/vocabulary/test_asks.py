"""Calls whose description calls other functions of the library: each is called once, whatever way is taken, and the program notices nothing."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
THREADS, CALLS = 3, 300
here.write("st.h", """
int st_about(int box, short *kind, long *size);
int st_next(int by);
long st_six(int a, long b, int *c, unsigned char *d, int e, long f);
int st_ask(int box);
int st_count(int by);
int st_load(int by, const int *size);
int st_some(int box);
int st_keep(int by);
int st_many(int box);
int st_both(int box);
double st_real(double a, double b, int by);
""")
here.write("st.c", """
#include "st.h"
#include <errno.h>
int st_about(int box, short *kind, long *size)
{
    *kind = (short)-box;
    *size = box + 10;
    return 0;
}
static int counter;
int st_next(int by)
{
    errno = 77;
#if defined __aarch64__
    __asm__ volatile("movi v0.16b, #255\\nmovi v1.16b, #255\\nmovi v2.16b, #255\\nmovi v7.16b, #255\\nmovi v16.16b, #255"
                     ::: "v0", "v1", "v2", "v7", "v16");
#elif defined __x86_64__
    __asm__ volatile("pcmpeqd %%xmm0, %%xmm0\\npcmpeqd %%xmm1, %%xmm1\\npcmpeqd %%xmm7, %%xmm7" ::: "xmm0", "xmm1", "xmm7");
#endif
    return __atomic_add_fetch(&counter, by, __ATOMIC_RELAXED);
}
long st_six(int a, long b, int *c, unsigned char *d, int e, long f)
{
    *c = a + e;
    *d = (unsigned char)(b + f);
    return a + b + e + f;
}
__attribute__((noinline)) int st_ask(int box) { return box; }
int st_count(int by) { return by; }
int st_load(int by, const int *size) { return by + !size; }
int st_some(int box) { return box % 2; }
int st_keep(int by) { return by; }
int st_many(int box) { return box; }
int st_both(int box) { return st_ask(box) + st_next(0) * 0; }
double st_real(double a, double b, int by) { return a * 3 + b / (double)(by + 1); }
""")
here.write("main.c", f"""
#include "st.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
enum {{ THREADS = {THREADS}, CALLS = {CALLS} }};
static int *far;
static void *work(void *data)
{{
    double sum = 0;
    int near = 4;
    for (int i = 0; i < CALLS; i++) {{
        errno = 5;
        sum += st_ask(i - 20) + st_count(1) + st_some(i);
        sum += st_many(i) + errno;
        sum += st_load(1, i % 3 == 0 ? far : i % 3 == 1 ? &near : NULL);
        sum += st_real(i, 2, 1) + st_both(i) + errno;
    }}
    *(double *)data = sum;
    return NULL;
}}
int main(void)
{{
    pthread_t threads[THREADS];
    double sums[THREADS], sum = 0;
    far = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *far = 100; // the kernel is asked each time
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &sums[i]);
    for (int i = 0; i < THREADS; i++) {{
        pthread_join(threads[i], NULL);
        sum += sums[i];
    }}
    printf("%.17g\\n", sum);
    return 0;
}}
""")
TEXT = """
vocabulary st
library libst.so
state process bytes[]
state thread kept
int st_about(int box, short *kind, long *size)
int st_next(int by)
long st_six(int a, long b, int *c, unsigned char *d, int e, long f)
int st_ask(int box)
    call st_about(result, out kind, out size) when result > 0{}
    visit bytes size + kind * -1 when result > 0
int st_count(int by)
    visit bytes st_next(by){}
int st_load(int by, const int *size)
    visit bytes st_next(by) * 0 + 1 + *size{}
int st_some(int box)
    visit bytes st_next(1) * 0 + 1 when result > 0{}
int st_keep(int by)
    set kept = st_next(by) when by > 0{}
    visit bytes kept
int st_many(int box)
    let all = st_six(box, 250, out c, out d, 3, box){}
    visit bytes all + c + d
    set bytes[c % 5] += all
int st_both(int box)
    takes st_ask
    visit bytes bytes[3] * 0
double st_real(double a, double b, int by)
    visit bytes st_next(by) * 0 + 2{}
"""
here.write("quick.vocabulary", TEXT.replace("{}", ""))
here.write("other.vocabulary", TEXT.replace("{}", "\n    let far = text(0)"))  # texts have no quick form
here.run(program.CC, "-O1", "-shared", "-fPIC", "st.c", "-o", "libst.so")
here.run(program.CC, "-O1", "main.c", "-o", "main", "-L.", "-lst", "-lpthread", f"-Wl,-rpath,{here}")
# Room for a jump: without padding behind them, the shortest functions of x86-64 cannot be patched.
here.run(program.CC, "-O1", "-falign-functions=16", "main.c", "st.c", "-o", "patched", "-lpthread")
native = here.run("./main")


def profile(command, vocabulary, *options):
    """By function: visits and bytes; those of st_count depend on the order of threads."""
    ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", f"./{vocabulary}.vocabulary", command)
    tap.equal(ended.out, native.out, f"{command} computes what it does natively ({' '.join((vocabulary, *options))})")
    found = {}
    for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if (row["name"] or "").startswith("st_"):
            visits, size = found.get(row["name"], (0, 0))
            found[row["name"]] = visits + row["visits"], None if row["bytes"] is None or size is None else size + row["bytes"]
    return found




def all_of(function):
    return THREADS * CALLS, THREADS * sum(function(i) for i in range(CALLS))


expected = {
    "st_ask": all_of(lambda i: 2 * (i - 20) + 10 if i > 20 else 0),
    "st_load": (THREADS * CALLS, None),  # some cannot be read
    "st_some": all_of(lambda i: i % 2),
    "st_many": all_of(lambda i: 2 * i + 253 + i + 3 + (250 + i) % 256),
    "st_both": all_of(lambda i: 2 * i + 10 if i > 0 else 0),
    "st_real": all_of(lambda i: 2),
}
for command, vocabulary, *options in ("./main", "quick"), ("./main", "other"), ("./main", "quick", "--events"), ("./patched", "quick"):
    found = profile(command, vocabulary, *options)
    found.pop("st_count")
    tap.equal(found, expected, f"visits and bytes, by hand count: {command} {vocabulary} {' '.join(options)}")

# One thread: the functions that are called count their calls.
here.write("one.c", f"""
#include "st.h"
#include <stddef.h>
#include <sys/mman.h>
int main(void)
{{
    int *far = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < {CALLS}; i++) {{
        st_count(1);
        st_load(1, i % 2 ? far : NULL);
        st_some(i);
        st_keep(i % 5 ? -1 : 1);
    }}
    return 0;
}}
""")
here.run(program.CC, "-O1", "one.c", "-o", "one", "-L.", "-lst", f"-Wl,-rpath,{here}")
counter, total = 0, 0
for i in range(CALLS):
    counter += 1
    total += counter
    counter += 1 + i % 2 + (i % 5 == 0)
native = here.run("./one")
for vocabulary, *options in ("quick",), ("other",), ("quick", "--events"):
    tap.equal(profile("./one", vocabulary, *options)["st_count"], (CALLS, total),
              f"no function is called twice, nor where a condition does not hold ({' '.join((vocabulary, *options))})")
tap.done()
