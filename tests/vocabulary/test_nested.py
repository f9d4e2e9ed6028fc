"""Described calls that are open inside of one another, hundreds deep, are all recorded, whether they end or are left by longjmp."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.write("nested.vocabulary", """
vocabulary nested
int nested_region(int n)
    region
int nested_open(int n)
    opens
    visit bytes n
int nested_leaf(int n)
    visit
int nested_run(int key, int n)
    run activity key
""")
here.write("nested.c", """
#include <setjmp.h>
#include <stddef.h>
int nested_region(int n, jmp_buf *leave);
int nested_open(int n, jmp_buf *leave);
int nested_leaf(int n);
int nested_run(int key, int n);
int nested_region(int n, jmp_buf *leave) { if (!n && leave) longjmp(*leave, 1); return n ? nested_region(n - 1, leave) + 1 : 0; }
int nested_open(int n, jmp_buf *leave) { if (!n && leave) longjmp(*leave, 1); return n ? nested_open(n - 1, leave) + 1 : 0; }
__attribute__((noinline, noclone)) int nested_leaf(int n) { return n; }
int nested_run(int key, int n) { return n ? nested_run(key + 1, n - 1) + nested_leaf(n) : 0; }
""")
here.write("main.c", """
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
int nested_region(int n, jmp_buf *leave);
int nested_open(int n, jmp_buf *leave);
int nested_run(int key, int n);
static int sum;
static void *work(void *data)
{
    jmp_buf leave;
    int all = 0;
    for (volatile int i = 0; i < 3; i++) {
        all += nested_region(200, NULL) + nested_open(300, NULL) + nested_run(1000 * (int)(long)data, 100);
        all += nested_region(5, NULL) + nested_open(5, NULL);
        if (!setjmp(leave))
            nested_region(150, &leave);
        if (!setjmp(leave))
            nested_open(150, &leave);
    }
    __atomic_fetch_add(&sum, all, __ATOMIC_RELAXED);
    return NULL;
}
int main(void)
{
    for (int round = 0; round < 2; round++) {
        pthread_t threads[2];
        for (long i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, work, (void *)(i + 1));
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
    }
    printf("%d\\n", sum + nested_region(10, NULL));
    return 0;
}
""")
here.run(program.CC, "-O1", "-fno-optimize-sibling-calls", "-falign-functions=16", "main.c", "nested.c", "-o", "patched", "-lpthread")
native = here.run("./patched")
ROUNDS = 4 * 3
expected = {
    "nested_region": ROUNDS * (201 + 6 + 151) + 11,
    "nested_open": ROUNDS * (301 + 6 + 151),
    "nested_run": ROUNDS * 101,
    "nested_leaf": ROUNDS * 100,
}
for command in ("./patched",):
    for options in (), ("--events",):
        ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", "./nested.vocabulary", command)
        tap.equal(ended.out, native.out, f"{command} computes what it does natively")
        found = {}
        for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
            row = json.loads(line)
            if (row["name"] or "").startswith("nested_"):
                found[row["name"]] = found.get(row["name"], 0) + row["visits"]
        tap.equal(found, expected, f"all calls are recorded, by hand count ({' '.join((command, *options))})")
tap.done()
