"""A stand-in for native X10: a page of C++ with the symbols of its run time. Its acts are counted inside activities that enclose them, by
hand count; the program is neither rebuilt nor linked with anything."""
import json
import os

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CXX = os.environ.get("CXX", "g++").split()
here.write("x10.cc", """
#include <cstdio>
#include <deque>
#include <stdexcept>
#define KEEP __attribute__((noinline, noclone, used))
static volatile int zero;
extern "C" { struct message { int dest_place; int type; void *data; unsigned len; }; }
extern "C" KEEP void x10rt_send_msg(struct message *message) { zero = (int)message->len; }
namespace x10 { namespace lang { struct VoidFun { int what, n; long id; }; struct Place { int id; };
struct Clock { KEEP static void advanceAll() { zero = 0; } }; } namespace xrx {
struct Activity { lang::VoidFun *body; KEEP void run(); };
struct Runtime {
    static std::deque<Activity> queue;
    KEEP static void runAsync(lang::VoidFun *body) { queue.push_back({body}); }
    KEEP static void runAt(lang::Place place, lang::VoidFun *body) { struct message m = {place.id, 1, body, 64}; x10rt_send_msg(&m); Activity{body}.run(); }
    KEEP static void startFinish() { zero = 0; }
    KEEP static void stopFinish() { while (!queue.empty()) { Activity next = queue.front(); queue.pop_front(); next.run(); } }
    KEEP static void enterAtomic() { zero = 0; }
    KEEP static void exitAtomic() { zero = 0; }
};
std::deque<Activity> Runtime::queue;
} }
using x10::xrx::Runtime;
static long counter;
KEEP static void body(x10::lang::VoidFun *self)
{
    for (int i = 0; i < self->n; i++) {
        Runtime::enterAtomic();
        counter++;
        Runtime::exitAtomic();
    }
    if (self->what == 1)
        x10::lang::Clock::advanceAll();
    if (self->what == 2)
        throw std::runtime_error("failed");
}
KEEP void x10::xrx::Activity::run() { try { ::body(body); } catch (std::exception &) { counter += 1000; } }
int main(void)
{
    static x10::lang::VoidFun bodies[8];
    for (int i = 0; i < 8; i++)
        bodies[i] = {i % 3, 10 * i, 100 + i};
    Runtime::startFinish();
    for (int i = 0; i < 7; i++)
        Runtime::runAsync(&bodies[i]);
    Runtime::stopFinish();
    Runtime::runAt({3}, &bodies[7]);
    std::printf("%ld\\n", counter);
    return 0;
}
""")
here.write("x10.vocabulary", """
vocabulary standin "X10, as its native run time has it"
state thread sent
void async(void *body) symbol _ZN3x103xrx7Runtime8runAsyncEPNS_4lang7VoidFunE
    spawn
void at(int place, void *body) symbol _ZN3x103xrx7Runtime5runAtENS_4lang5PlaceEPNS2_7VoidFunE
    takes x10rt_send_msg
    move to place, bytes sent
    set sent = 0
void x10rt_send_msg(struct message *message)
    set sent += uint32(message + 16)
void start_finish(void) symbol _ZN3x103xrx7Runtime11startFinishEv
    visit
void finish(void) symbol _ZN3x103xrx7Runtime10stopFinishEv
    finish
void atomic(void) symbol _ZN3x103xrx7Runtime11enterAtomicEv
    atomic
void clock(void) symbol _ZN3x104lang5Clock10advanceAllEv
    clock
void activity(int64_t *self) symbol _ZN3x103xrx8Activity3runEv
    run activity int64(self[0] + 8)
""")
here.run(*CXX, "-O2", "x10.cc", "-o", "x10")
native = here.run("./x10")
ran = here.triptych("run", "--quiet", "--events", "-o", "a.tri", "--vocabulary", "./x10.vocabulary", "./x10")
tap.equal((ran.out, ran.err), (native.out, ""), "the program does the same")
rows = [json.loads(line) for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines()]
visits, size = {}, {}
for row in rows:
    visits[row["name"]] = visits.get(row["name"], 0) + row["visits"]
    size[row["name"]] = size.get(row["name"], 0) + (row["bytes"] or 0)
atomics = 10 * sum(range(8))
tap.equal({name: visits.get(name) for name in ("async", "at", "start_finish", "finish", "atomic", "clock", "activity")},
          {"async": 7, "at": 1, "start_finish": 1, "finish": 1, "atomic": atomics, "clock": 3, "activity": 8},
          "acts inside activities inside a finish, by hand count")
tap.equal(size["at"], 64, "bytes that were sent")
begun = [json.loads(line) for line in here.triptych("query", "a.tri", "events", "--format", "json").out.splitlines()]
tap.equal(len({row["activity"] for row in begun if row["name"] == "atomic"}), 7, "each activity has its own atomics")
tap.done()
