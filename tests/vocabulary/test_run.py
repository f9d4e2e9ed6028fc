"""A library that only this test has, described by a vocabulary: what is recorded, by hand count, and that nothing changes for the program."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.write("task.h", """
#include <stddef.h>
struct message { int kind; long size; };
int task_self(void);
int task_count(void);
int task_send(int to, const struct message *message, size_t size);
int task_send_all(const int *to, int count, int tag);
int task_receive(int *from, int *tag, long *size);
double task_mixed(int a, double b, long c, float d, int e, int f, int g, int h, int i, long j, double k, double l, double m, double n, double o,
                  double p);
int task_pack(int buffer, const char *text);
int task_flush(int buffer, int to);
void task_enter(const char *name);
void task_leave(void);
int task_lock(void *lock);
int task_unlock(void *lock);
int task_run(int (*body)(void *), void *data);
int task_outer(const int *to, int count);
struct pair { double a, b; } task_pair(double a);
""")
here.write("task.c", """
#include "task.h"
#include <errno.h>
#include <string.h>
int task_self(void) { return 0; }
int task_count(void) { return 1; }
int task_send(int to, const struct message *message, size_t size) { (void)message; errno = 7; return to < 0 ? -1 : (int)size; }
int task_send_all(const int *to, int count, int tag) { (void)to; (void)tag; return count; }
int task_receive(int *from, int *tag, long *size) { *from = 0; *tag = 9; *size = 77; return 0; }
double task_mixed(int a, double b, long c, float d, int e, int f, int g, int h, int i, long j, double k, double l, double m, double n, double o,
                  double p)
{ return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o + 16 * p; }
int task_pack(int buffer, const char *text) { (void)buffer; return (int)strlen(text); }
int task_flush(int buffer, int to) { (void)buffer; (void)to; return 0; }
void task_enter(const char *name) { (void)name; }
void task_leave(void) { }
int task_lock(void *lock) { (void)lock; return 0; }
int task_unlock(void *lock) { (void)lock; return 0; }
int task_run(int (*body)(void *), void *data) { return body(data); }
int task_outer(const int *to, int count) { return task_send_all(to, count, 5); }
struct pair task_pair(double a) { struct pair pair = {a, 2 * a}; return pair; }
""")
here.write("main.c", """
#include "task.h"
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
static jmp_buf landing;
static int body(void *data) { return *(int *)data + 1; }
static int away(void *data) { (void)data; longjmp(landing, 1); }
static void *thread(void *data)
{
    struct message message = {1, 10};
    for (int i = 0; i < 100; i++)
        task_send(0, &message, 1);
    return data;
}
int main(void)
{
    struct message message = {3, 1000};
    int to[] = {0, 0, 0}, from, tag, five = 5;
    long size;
    errno = 0;
    int sent = task_send(0, &message, 40);
    printf("%d %d\\n", sent, errno);
    for (int i = 0; i < 4; i++)
        task_send(0, &message, 8);
    task_send(-1, &message, 8);
    task_send(0, (const struct message *)8, 16);     /* cannot be read */
    task_send(0, (const struct message *)-4096L, 16);
    task_send_all(to, 3, 4);
    task_send_all((const int *)64, 2, 4);
    task_outer(to, 2);
    task_receive(&from, &tag, &size);
    printf("%d %d %ld\\n", from, tag, size);
    printf("%g\\n", task_mixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
    task_pack(1, "hello");
    task_pack(2, "a");
    task_pack(1, "you");
    task_flush(1, 0);
    task_flush(2, 0);
    task_enter("first");
    task_enter("second");
    task_leave();
    task_leave();
    task_leave();
    task_lock(&five);
    task_unlock(&five);
    printf("%d\\n", task_run(body, &five));
    if (!setjmp(landing))
        task_run(away, NULL);
    task_run(body, &five);
    struct pair pair = task_pair(3);
    printf("%g %g\\n", pair.a, pair.b);
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, thread, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
""")
here.write("task.vocabulary", """
vocabulary task
library libtask.so
place task_self() of task_count()
state process packed[]
state thread sent
define header(m) = int32(m) * 100
int task_self(void)
int task_count(void)
int task_send(int to, const void *message, size_t size)
    set sent += 1
    send to to, tag int32(message), bytes (int64(message + 8) + size) else size when result >= 0
int task_send_all(const int *to, int count, int tag)
    send to to[i], tag tag + i, bytes 2 for i below count when to[i] == 0
int task_receive(int *from, int *tag, long *size)
    receive from *from, tag *tag, bytes *size
double task_mixed(int a, double b, long c, float d, int e, int f, int g, int h, int i, long j, double k, double l, double m, double n, double o,
                  double p)
    visit bytes a + c + i * 1000 + j * 100000
int task_pack(int buffer, const char *text)
    set packed[buffer] += length(text)
int task_flush(int buffer, int to)
    send to to, tag 1, bytes packed[buffer]
void task_enter(const char *name)
    enter name name
void task_leave(void)
    leave
int task_lock(void *lock)
    lock object lock
int task_unlock(void *lock)
    unlock object lock
int task_run(int (*body)(void *), void *data)
    finish
int task_outer(const int *to, int count)
    takes task_send_all
    send
""")
here.run(program.CC, "-shared", "-fPIC", "-g", "task.c", "-o", "libtask.so")
here.run(program.CC, "-g", "main.c", "-o", "main", "-L.", "-ltask", "-lpthread", f"-Wl,-rpath,{here}")
native = here.run("./main")
result = here.triptych("run", "--events", "-o", "a.tri", "--vocabulary", "./task.vocabulary", "./main")
tap.equal(result.out, native.out, "the program prints the same, and its results and errno are the same")


def rows(what):
    return [json.loads(line) for line in here.triptych("query", "a.tri", what, "--format", "json").out.splitlines()]


events = rows("events")
names = {}
for event in events:
    names.setdefault(event["name"], []).append(event)


def bytes_of(name):
    return sorted(event["bytes"] for event in names[name] if event["bytes"])


sent = [event["bytes"] for event in names["task_send"]]
tap.equal(len(sent), 308, "each call is an event")
tap.equal(sorted(size for size in sent if size), sorted([1040] + 4 * [1008] + 2 * [16] + 300 * [11]),
          "bytes by arguments and memory; nothing for one that failed; what cannot be read has another value")
messages = rows("messages")
tap.equal(sorted(message["tag"] for message in messages if message["bytes"] == 2), [4, 5, 5, 6, 6], "an act for each of an array")
tap.equal(bytes_of("task_send_all"), [6], "of which an array that cannot be read has none")
tap.equal(bytes_of("task_outer"), [4], "a function has the acts of those that it takes")
tap.equal(bytes_of("task_receive"), [77], "memory that the call has written")
tap.equal(bytes_of("task_mixed"), [1 + 3 + 9 * 1000 + 10 * 100000], "arguments in registers and on the stack")
tap.equal(bytes_of("task_flush"), [1, 8], "states by key")
tap.check("task_pack" not in names and "task_self" not in names, "functions without acts are no events", sorted(names))
tap.equal((len(names["first"]), len(names["second"])), (1, 1), "regions that are entered and left")
tap.equal(len(names["task_run"]), 3, "a call that is left by longjmp, and the next one")
tap.check("task_lock" in names and "task_unlock" in names, "locks", sorted(names))
place = rows("places")[0]
tap.equal((place["rank"], place["ranks"]), (0, 1), "the number of the place")
again = here.triptych("run", "-o", "b.tri", "--vocabulary", "off", "./main")
tap.check(again.out == native.out and "task_send" not in here.triptych("report", "b.tri").out, "--vocabulary off", again)
own = here.triptych("run", "-o", "c.tri", "./main", env={"TRIPTYCH_VOCABULARIES": str(here)})
tap.check(own.out == native.out and "task_send" in here.triptych("report", "c.tri", "--top", "0").out, "recognised by the library that the program needs", own)
here.write("visits.vocabulary", "vocabulary visits\nlibrary libtask.so\nint task_send(int to)\n    visit\n")
without = here.triptych("run", "--vocabulary", "./visits.vocabulary", "-o", "d.tri", "ls", "task.c")
tap.equal(without.out, "task.c\n", "a program without the library")
unused = "no function that the vocabulary visits describes was called"
used = here.triptych("run", "--vocabulary", "./visits.vocabulary", "-o", "f.tri", "./main")
tap.check(without.err.count(unused) == 1 and "readelf -d" in without.err and unused not in used.err, "and a line says that the vocabulary was of no use, where it was named", without.err + used.err)
cache = {"TRIPTYCH_CACHE": str(here / "cache")}
here.triptych("run", "--vocabulary", "./visits.vocabulary", "-o", "g.tri", "./main", env=cache)
for library in list((here / "cache").rglob("*.so")):
    library.unlink()
    library.mkdir()
hindered = here.triptych("run", "--vocabulary", "./visits.vocabulary", "-o", "h.tri", "./main", env=cache)
tap.check("no vocabulary is used: " in hindered.err and unused not in hindered.err, "not if no vocabulary is used, with the reason", hindered.err)

# Some containers and emulators have no process_vm_readv(), by which memory is read that may not be there.
here.write("without.c", """
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **words)
{
    (void)count;
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {4, steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
        return 77;
    execv(words[1], words + 1);
    return 1;
}
""")
here.run(program.CC, "without.c", "-o", "without")
ran = here.run("./without", program.TRIPTYCH, "run", "--events", "-o", "e.tri", "--vocabulary", "./task.vocabulary", "./main", check=False)
if ran.status == 77:
    tap.skip("without process_vm_readv()", "system calls cannot be filtered here")
else:
    sizes = sorted(json.loads(line)["bytes"] or 0 for line in here.triptych("query", "e.tri", "events", "--format", "json").out.splitlines())
    tap.equal((ran.out, sizes), (native.out, sorted(event["bytes"] or 0 for event in events)), "the same without process_vm_readv()")
tap.done()
