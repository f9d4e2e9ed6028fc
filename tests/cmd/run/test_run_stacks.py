"""triptych run --sample: routines and call paths of programs that nobody recompiled. Which share a routine gets is chance;
which paths there are, and that every sample has one, is not."""
import json
import signal

import program
import tap

here = program.folder()
if program.SANITIZED:
    tap.skip_all("programs built with a sanitizer are not sampled")

here.write("work.c", """#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile double sum;
static jmp_buf back;
#ifdef __x86_64__ /* others need not align their stack for wide vectors */
typedef double vector __attribute__((vector_size(64)));
#else
typedef double vector;
#endif

static inline __attribute__((always_inline)) double spin(long n)
{
    double s = 0;
    for (long i = 1; i < n; i++)
        s += 1.0 / (double)i;
    return s;
}
__attribute__((noinline)) void leaf(long n) { sum = spin(n); }
__attribute__((noinline)) void deep(int depth, long n)
{
    if (depth)
        deep(depth - 1, n);
    else
        leaf(n);
    sum += 1;
}
/* With variables of any size and aligned ones, gcc keeps the caller's stack pointer in memory. */
__attribute__((noinline)) void aligned(int count, long n)
{
    vector vectors[4];
    double others[count];
    memset(vectors, 0, sizeof vectors);
    memset(others, 0, sizeof others);
    __asm__ volatile("" : : "r"(vectors), "r"(others) : "memory");
    leaf(n);
    sum += others[0] + (double)((uintptr_t)vectors % _Alignof(vector));
}
__attribute__((noinline)) void outer(long n)
{
    aligned((int)(n % 7) + 1, n);
    sum += 1;
}
__attribute__((noinline)) void jumper(long n)
{
    leaf(n);
    longjmp(back, 1);
}
__attribute__((noinline)) void odd(int depth, long n);
__attribute__((noinline)) void even(int depth, long n)
{
    if (depth)
        odd(depth - 1, n);
    else
        leaf(n);
    sum += 1;
}
__attribute__((noinline)) void odd(int depth, long n)
{
    even(depth - 1, n);
    sum += 2;
}
__attribute__((noinline)) void inner(long n) { sum = spin(n) + 1; }
static int by_size(const void *a, const void *b)
{
    inner(2000);
    return *(const int *)a - *(const int *)b;
}
static void *thread(void *n)
{
    leaf((long)n);
    return NULL;
}
static void on_signal(int number)
{
    (void)number;
    leaf(30000000);
}

int main(int count, char **words)
{
    long n = 30000000;
    const char *what = count > 1 ? words[1] : "";
    if (!strcmp(what, "deep"))
        deep(20, n);
    else if (!strcmp(what, "aligned"))
        outer(n);
    else if (!strcmp(what, "deeper"))
        deep(1000, n);
    else if (!strcmp(what, "mutual"))
        even(4, n);
    else if (!strcmp(what, "jump") && !setjmp(back))
        jumper(n);
    else if (!strcmp(what, "sort")) {
        int all[1000];
        for (int i = 0; i < 1000; i++)
            all[i] = i * 7919 % 1000;
        qsort(all, 1000, sizeof all[0], by_size);
    } else if (!strcmp(what, "threads")) {
        pthread_t all[3];
        for (int i = 0; i < 3; i++)
            pthread_create(&all[i], NULL, thread, (void *)n);
        for (int i = 0; i < 3; i++)
            pthread_join(all[i], NULL);
    } else if (!strcmp(what, "fork")) {
        if (!fork()) {
            leaf(n);
            return 0;
        }
        wait(NULL);
    } else if (!strcmp(what, "signal")) {
        stack_t other = {.ss_sp = malloc(65536), .ss_size = 65536};
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
        sigaltstack(&other, NULL);
        sigaction(SIGUSR1, &action, NULL);
        raise(SIGUSR1);
    } else if (!strcmp(what, "small")) { /* an alternate stack that is just large enough, above a page that faults */
        char *room = mmap(NULL, 5 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        stack_t small = {.ss_sp = room + 2 * 4096, .ss_size = 2 * 4096};
        mprotect(room, 2 * 4096, PROT_NONE);
        sigaltstack(&small, NULL);
        leaf(n);
    } else if (!strcmp(what, "crash")) {
        leaf(n);
        raise(SIGSEGV);
    } else if (!strcmp(what, "exit")) {
        leaf(n);
        exit(7);
    }
    puts(what);
    return 0;
}
""")
here.run(program.CC, "-O2", "-g", "-pthread", "work.c", "-o", "work")


def sampled(what, status=0):
    """Runs one case; returns the table of routines by name, and the call paths as tuples of names with samples."""
    result = here.triptych("run", "--force", "-o", "a.tri", "--sample", "./work", what, check=False)
    plain = here.run("./work", what, check=False)
    tap.check(result.status == plain.status == status and result.out == plain.out, f"{what}: behaves as without",
              str(result) + str(plain))
    report = json.loads(here.triptych("report", "--format", "json", "a.tri").out)
    names = {row["id"]: (row["routine"], row["parent"]) for row in report["sampled_paths"]}
    paths = {}
    for row in report["sampled_paths"]:
        path, at = [], row["id"]
        while at is not None:
            path.insert(0, names[at][0])
            at = names[at][1]
        if row["samples"]:
            paths[tuple(path)] = paths.get(tuple(path), 0) + row["samples"]
    return {row["routine"]: row for row in report["sampled"]}, paths, result


def of_program(paths):
    """The paths without those of the loader and of libc at the beginning and the end."""
    return {path: samples for path, samples in paths.items() if path[-1] in ("spin", "leaf", "inner")}


def check_paths(what, expected, status=0):
    routines, paths, result = sampled(what, status)
    own = of_program(paths)
    tap.check(own and all(path in expected for path in own), f"{what}: call paths", str(paths))
    tap.check(sum(own.values()) >= sum(paths.values()) * 0.5, f"{what}: most samples are where the work is", str(paths))
    return routines, result


routines, result = check_paths("deep", {("main", "deep", "leaf", "spin"), ("main", "deep", "leaf")})
tap.check(routines["deep"]["inclusive_samples"] >= routines["spin"]["samples"] and routines["spin"]["inlined"]
          and not routines["leaf"]["inlined"] and routines["leaf"]["line"] == 27,
          "inlined routines, lines, and recursion that is counted once", str(routines))
tap.check("samples of the CPU time: " in result.err and "% spin" in result.err, "the summary names the hottest", result.err)
here.write("brief.c", """#include <time.h>
int main(void)
{
    volatile double sum = 0;
    struct timespec now;
    do {
        sum += 1;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    } while (now.tv_sec == 0 && now.tv_nsec < 9000000);
    return sum < 0;
}
""")
here.run(program.CC, "-O1", "brief.c", "-o", "brief")
result = here.triptych("run", "--sample", "--force", "-o", "brief.tri", "./brief")
report = " ".join(here.triptych("report", "brief.tri").out.split())
tap.check("1 samples" not in result.err and ("samples of the CPU time: " not in result.err), "a few samples are said to be too few", result.err)
tap.check("more than chance" not in report and ("too few to tell" in report) == ("too few to tell" in result.err), "also in the report", report)
check_paths("aligned", {("main", "outer", "aligned", "leaf", "spin"), ("main", "outer", "aligned", "leaf")})
check_paths("deeper", {("(unknown callers)", "deep", "leaf", "spin"), ("(unknown callers)", "deep", "leaf")})
check_paths("jump", {("main", "jumper", "leaf", "spin"), ("main", "jumper", "leaf")})
MUTUAL = ("main", "even", "odd", "even", "odd", "even", "leaf")
routines, result = check_paths("mutual", {MUTUAL, (*MUTUAL, "spin")})
tap.check(routines["odd"]["inclusive_samples"] == routines["leaf"]["inclusive_samples"] <= routines["main"]["inclusive_samples"]
          and routines["even"]["inclusive_samples"] == routines["odd"]["inclusive_samples"],
          "routines that call each other have what they called, once", str(routines))
check_paths("small", {("main", "leaf", "spin"), ("main", "leaf")})
check_paths("threads", {("thread", "leaf", "spin"), ("thread", "leaf")})
check_paths("fork", {("main", "leaf", "spin"), ("main", "leaf")})
check_paths("crash", {("main", "leaf", "spin"), ("main", "leaf")}, -signal.SIGSEGV)
check_paths("exit", {("main", "leaf", "spin"), ("main", "leaf")}, 7)

routines, paths, result = sampled("sort")
tap.check(any(path[0] == "main" and path[-2:] in (("by_size", "inner"), ("inner", "spin")) for path in paths),
          "callbacks from a library have their callers", str(paths))
routines, paths, result = sampled("signal")
tap.check(any(path[0] == "(unknown callers)" and "leaf" in path for path in paths),
          "on another stack, the callers are not known", str(paths))

here.write("both.sh", "#!/bin/sh\n./work deep\n./work jump\n", 0o755)
result = here.triptych("run", "--force", "-o", "d.tri", "--sample", "./both.sh")
tap.check("on 2 places" in result.err and "samples of the CPU time" in result.err, "programs that a script starts", result.err)

here.run("strip", "work", "-o", "bare")
result = here.triptych("run", "--force", "-o", "b.tri", "--sample", "./bare", "deep")
report = here.triptych("report", "--sampled", "b.tri").out
tap.check("(bare)" in report, "a stripped program: the file stands for its routines", report)

result = here.triptych("run", "--force", "-o", "c.tri", "./work", "deep")
tap.contains(here.triptych("report", "--sampled", "c.tri").out, "`triptych run --sample` takes them", "a report without samples says so")
tap.check("`triptych run --sample` samples its routines" in result.err, "a program without probes: what shows more",
          result.err)
result = here.triptych("run", "--collect", "none", "--sample", "./work", check=False)
tap.check(result.status == 2 and "--collect none" in result.err, "--sample without a preloaded library", str(result))
answer = here.triptych("query", "--format", "json", "a.tri", 'stacks.filter(s -> s.name == "leaf").map(s -> s.file)')
tap.check("work.c" in answer.out, "the stream stacks", answer.out)

rows = here.triptych("query", "--format", "json", "b.tri", "stacks.map(s -> {time: s.time, name: s.name})").out
stacks = [json.loads(line) for line in rows.splitlines()]
total = sum(row["time"] for row in stacks if row["name"] != "(measuring)")
folded = here.triptych("export", "b.tri", "--to", "folded").out.splitlines()
tap.equal(sum(int(line.rsplit(" ", 1)[1]) for line in folded), total, "folded stacks have the time of all samples")
lanes = here.triptych("export", "b.tri", "--to", "folded", "--lanes").out.splitlines()
tap.check(lanes and all(line.startswith("lane_0.0;") or line.startswith("lane_") for line in lanes), "those of lanes name them")
result = here.triptych("export", "b.tri", "--to", "folded", "--measure", "visits", check=False)
tap.equal((result.status, "no visits" in result.err), (1, True), "samples have no visits")
profile = here.triptych("export", "b.tri", "--to", "callgrind").out
tap.contains(profile, f"summary: {total} ", "a profile for KCachegrind has the same sum")
if program.have("callgrind_annotate"):
    here.write("b.callgrind", profile)
    read = here.run("callgrind_annotate", "--auto=no", "--threshold=100", "b.callgrind")
    tap.contains(read.out, f"{total:,} ", "which callgrind_annotate reads")
tap.done()
