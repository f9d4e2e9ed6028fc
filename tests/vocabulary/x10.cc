// A stand-in for native X10: its run time's functions have the names, arguments and order of calls that X10 2.6.1 was seen to have. Places are one
// process, except those of `move`, which are two. The whole file is a program; with -DRUNTIME it is only the run time, with -DPROGRAM only the program, which then needs libx10.so.
// Programs: par N (NQueensPar), dist N P (NQueensDist), kmeans P K (K rounds of KMeansDist with 2,000 points), throw (activities with errors),
// move N (activities that go to another place and back), wait N (when and clocks).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <pthread.h>
#include <stdexcept>
#include <type_traits>
#include <sys/wait.h>
#include <unistd.h>
#define KEEP __attribute__((noinline, used))
typedef int64_t x10_long;
static volatile int zero;

extern "C" {
struct x10rt_msg_params {
    uint32_t dest_place;
    uint16_t type;
    void *msg;
    uint32_t len;
};
extern uint32_t places, own_place;
uint32_t x10rt_here(void);
uint32_t x10rt_nplaces(void);
void x10rt_registration_complete(void);
void x10rt_send_msg(struct x10rt_msg_params *p);
#ifndef PROGRAM
uint32_t places = 1, own_place;
KEEP uint32_t x10rt_here(void) { return own_place; }
KEEP uint32_t x10rt_nplaces(void) { return places; }
KEEP void x10rt_registration_complete(void) { zero = 0; }
KEEP void x10rt_send_msg(struct x10rt_msg_params *p) { zero = (int)p->len; }
#endif
}

namespace x10aux {
struct serialization_buffer {
    size_t length = 0;
    template <class T> void write(const T &value) { add(value, std::is_pointer<T>()); }
    template <class T> void add(const T &, std::false_type) { length += sizeof(T); }
    template <class T> void add(const T &object, std::true_type) { object->_serialize_body(*this); }
};
}
namespace x10 {
namespace lang {
class Any;
class String;
class VoidFun_0_0;
class Reference {
public:
    virtual void *_getITables() = 0;
    virtual const void *_type() const = 0;
    virtual bool _isMortal() { return false; }
    virtual bool equals(Any *) { return false; }
    virtual bool _struct_equals(Reference *) { return false; }
    virtual int hashCode() { return 0; }
    virtual String *toString() { return nullptr; }
    virtual int _get_serialization_id() = 0;
    virtual void _serialize_body(::x10aux::serialization_buffer &) = 0;
    virtual int _get_network_id() { return 0; }
    virtual void __apply() = 0; // in X10, found by an itable
};
class Closure : public Reference {
public:
    void *_getITables() override { return nullptr; }
    const void *_type() const override { return nullptr; }
    int _get_serialization_id() override { return 1; }
    virtual void _deserialize_body() {} // in X10, a function that makes a copy
};
struct Place {
    x10_long id;
};
class Clock {
public:
    static void advanceAll();
    void advance();
};
template <class T> class Fun_0_0;
template <class T> class Rail {
public:
    virtual KEEP void _serialize_body(::x10aux::serialization_buffer &buffer)
    {
        buffer.write(size);
        buffer.length += (size_t)size * sizeof(T);
    }
    const x10_long size;
    explicit Rail(x10_long size) : size(size) {}
};
}
namespace xrx {
class FinishState {
public:
    virtual void unused() {}
    uint64_t ref = 0; // GlobalRef: address at its place, epoch, place
    int64_t epoch = 0;
    int32_t location = 0;
};
class Runtime__Profile {};
class Activity {
    virtual void unused() {}
    FinishState *atFinishState = nullptr, *finishState = nullptr;
    lang::VoidFun_0_0 *body;

public:
    explicit Activity(lang::VoidFun_0_0 *body) : body(body) {}
    KEEP void run();
};
class Runtime {
public:
    static void runAsync(lang::VoidFun_0_0 *body);
    static void runAsync(lang::Place place, lang::VoidFun_0_0 *body, Runtime__Profile *prof);
    static void runAt(lang::Place place, lang::VoidFun_0_0 *body, Runtime__Profile *prof);
    static lang::Any *evalAtImpl(lang::Place place, lang::Fun_0_0<lang::Any *> *eval, Runtime__Profile *prof);
    static FinishState *startFinish();
    static void stopFinish(FinishState *f);
    static void enterAtomic();
    static void exitAtomic();
    static void ensureNotInAtomic();
    static void awaitAtomic();
    static void submitRemoteActivity(lang::VoidFun_0_0 *body, lang::Place from, FinishState *state);
};
}
}
namespace x10aux {
extern int to_other, from_other; // pipes between two places
extern x10::lang::Closure *(*arriving)(int number); // makes a copy of a closure that has arrived
void run_async_at(int place, x10::lang::VoidFun_0_0 *body, x10::xrx::FinishState *state, x10::xrx::Runtime__Profile *, x10::lang::VoidFun_0_0 *);
bool receive();
}
#ifndef PROGRAM
using namespace x10;
// The rest of a statement of at, at the other place.
class x10_xrx_Runtime__closure__19 : public lang::Closure {
public:
    lang::Closure *body;
    KEEP void _serialize_body(::x10aux::serialization_buffer &) override {}
    KEEP void __apply() override
    {
        body->_deserialize_body();
        body->__apply();
    }
};
// What runs the copy of a closure that came to the place where it was: the run time's own.
class x10_xrx_Runtime__closure__16 : public lang::Closure {
public:
    lang::Closure *body;
    KEEP void _serialize_body(::x10aux::serialization_buffer &) override {}
    KEEP void __apply() override
    {
        body->_deserialize_body();
        body->__apply();
    }
};
namespace x10 {
namespace lang {
KEEP void Clock::advanceAll() { zero = 0; }
KEEP void Clock::advance() { zero = 1; }
}
namespace xrx {
static std::deque<Activity> queue;
void Activity::run()
{
    try {
        reinterpret_cast<lang::Closure *>(body)->__apply();
    } catch (std::exception &) {
        zero++;
    }
}
static void travel(lang::Place place, lang::Closure *closure)
{
    x10aux::serialization_buffer buffer;
    closure->_serialize_body(buffer);
    struct x10rt_msg_params message = {(uint32_t)place.id, 1, closure, (uint32_t)buffer.length};
    if (place.id != x10rt_here())
        x10rt_send_msg(&message);
}
KEEP void Runtime::runAsync(lang::VoidFun_0_0 *body) { queue.push_back(Activity(body)); }
KEEP void Runtime::runAsync(lang::Place place, lang::VoidFun_0_0 *body, Runtime__Profile *)
{
    x10_xrx_Runtime__closure__16 *around = new x10_xrx_Runtime__closure__16;
    around->body = reinterpret_cast<lang::Closure *>(body);
    travel(place, around->body);
    queue.push_back(Activity(reinterpret_cast<lang::VoidFun_0_0 *>(static_cast<lang::Closure *>(around))));
}
// Tells the other place what to run, and does what that asks for until it has ended.
static void move(lang::Place place, lang::Closure *body)
{
    x10_xrx_Runtime__closure__19 *around = new x10_xrx_Runtime__closure__19;
    FinishState *state = new FinishState;
    around->body = body;
    state->ref = (uint64_t)(uintptr_t)state;
    state->location = (int32_t)x10rt_here();
    x10aux::run_async_at((int)place.id, reinterpret_cast<lang::VoidFun_0_0 *>(static_cast<lang::Closure *>(around)), state, nullptr, nullptr);
    while (x10aux::receive())
        ;
}
KEEP void Runtime::runAt(lang::Place place, lang::VoidFun_0_0 *body, Runtime__Profile *)
{
    if (x10aux::arriving) {
        move(place, reinterpret_cast<lang::Closure *>(body));
        return;
    }
    travel(place, reinterpret_cast<lang::Closure *>(body));
    reinterpret_cast<lang::Closure *>(body)->__apply();
}
KEEP lang::Any *Runtime::evalAtImpl(lang::Place place, lang::Fun_0_0<lang::Any *> *eval, Runtime__Profile *)
{
    travel(place, reinterpret_cast<lang::Closure *>(eval));
    reinterpret_cast<lang::Closure *>(eval)->__apply();
    return nullptr;
}
KEEP FinishState *Runtime::startFinish() { return nullptr; }
static void *work(void *)
{
    while (!queue.empty()) {
        Activity next = queue.front();
        queue.pop_front();
        next.run();
    }
    return nullptr;
}
// With several places, another thread does the work of one that waits.
KEEP void Runtime::stopFinish(FinishState *)
{
    pthread_t worker;
    if (places > 1 && !pthread_create(&worker, nullptr, work, nullptr))
        pthread_join(worker, nullptr);
    work(nullptr);
}
KEEP void Runtime::enterAtomic() { zero = 0; }
KEEP void Runtime::exitAtomic() { zero = 1; }
KEEP void Runtime::ensureNotInAtomic() { zero = 2; }
KEEP void Runtime::awaitAtomic() { zero = 3; }
KEEP void Runtime::submitRemoteActivity(lang::VoidFun_0_0 *body, lang::Place, FinishState *) { queue.push_back(Activity(body)); }
}
}
namespace x10aux {
int to_other, from_other;
x10::lang::Closure *(*arriving)(int number);
struct message {
    int number; // of the closure; -1: the answer, -2: the end
    uint64_t ref;
    int64_t epoch;
    int32_t location;
};
KEEP void run_async_at(int place, x10::lang::VoidFun_0_0 *body, x10::xrx::FinishState *state, x10::xrx::Runtime__Profile *, x10::lang::VoidFun_0_0 *)
{
    x10::lang::Closure *around = reinterpret_cast<x10::lang::Closure *>(body);
    message made = {static_cast<x10_xrx_Runtime__closure__19 *>(around)->body->_get_network_id(), state->ref, state->epoch, state->location};
    x10rt_msg_params params = {(uint32_t)place, 1, &made, sizeof made};
    x10rt_send_msg(&params);
    if (write(to_other, &made, sizeof made) != (ssize_t)sizeof made)
        std::abort();
}
// Runs what the other place asks for, and answers. False after an answer, and at the end.
bool receive()
{
    message got, answer = {-1, 0, 0, 0};
    if (read(from_other, &got, sizeof got) != (ssize_t)sizeof got || got.number < 0)
        return false;
    x10_xrx_Runtime__closure__19 *around = new x10_xrx_Runtime__closure__19;
    x10::xrx::FinishState *state = new x10::xrx::FinishState;
    around->body = arriving(got.number);
    state->ref = got.ref;
    state->epoch = got.epoch;
    state->location = got.location;
    x10::xrx::Runtime::submitRemoteActivity(reinterpret_cast<x10::lang::VoidFun_0_0 *>(static_cast<x10::lang::Closure *>(around)), {got.location}, state);
    x10::xrx::Activity next = x10::xrx::queue.back();
    x10::xrx::queue.pop_back();
    next.run();
    return write(to_other, &answer, sizeof answer) == (ssize_t)sizeof answer;
}
}
#endif
#ifndef RUNTIME
using x10::xrx::Runtime;
static x10::lang::VoidFun_0_0 *fun(x10::lang::Closure *closure) { return reinterpret_cast<x10::lang::VoidFun_0_0 *>(closure); }
static long total;
static void atomically(long &to)
{
    Runtime::enterAtomic();
    to++;
    Runtime::exitAtomic();
}

struct Board {
    int N, fixed = 0, q[16];
    bool safe(int j) const
    {
        for (int k = 0; k < fixed; k++) {
            if (j == q[k] || fixed - k == std::abs(j - q[k]))
                return false;
        }
        return true;
    }
    void searchOne(int k)
    {
        if (!safe(k))
            return;
        if (fixed == N - 1) {
            atomically(total);
            return;
        }
        q[fixed++] = k;
        for (int j = 0; j < N; j++)
            searchOne(j);
        fixed--;
    }
};
class NQueensPar__closure__1 : public x10::lang::Closure {
public:
    Board board;
    int from, to;
    KEEP void _serialize_body(::x10aux::serialization_buffer &buffer) override { buffer.write(board); }
    KEEP void __apply() override
    {
        for (int k = from; k < to; k++)
            board.searchOne(k);
    }
};
class NQueensDist__Board__closure__2 : public x10::lang::Closure {
public:
    KEEP void __apply() override
    {

        //#line 98 "NQueensDist.x10"
        for (int k = from; k < to; k++)

            //#line 99 "NQueensDist.x10"
            board.searchOne(k);
    }
    Board board;
    int from, to;
    KEEP void _serialize_body(::x10aux::serialization_buffer &buffer) override
    {
        buffer.write(board);
        buffer.write(from);
        buffer.write(to);
    }
};
// It has such a function as closures have, which is called while they arrive.
template <class T> class PlaceLocalHandle {
public:
    KEEP void __apply() { zero = 2; }
};
template <class T> class KMeansDist__closure__9 : public x10::lang::Closure {
public:
    KEEP void _deserialize_body() override { PlaceLocalHandle<T>().__apply(); }
    T *points;
    int atomics;
    KEEP void _serialize_body(::x10aux::serialization_buffer &buffer) override
    {
        buffer.write(points);
        buffer.write(atomics);
    }
    KEEP void __apply() override
    {
        for (int i = 0; i < atomics; i++)
            atomically(total);
    }
};
class Failing__closure__1 : public x10::lang::Closure {
public:
    int n;
    KEEP void _serialize_body(::x10aux::serialization_buffer &) override {}
    KEEP void __apply() override
    {
        for (int i = 0; i < n; i++)
            atomically(total);
        x10::lang::Clock::advanceAll();
        if (n % 2)
            throw std::runtime_error("failed");
    }
};

// An activity that goes to place 1, from there back to place 0, and ends at its own place.
class Moving__closure__1 : public x10::lang::Closure {
public:
    int _get_network_id() override { return 1; }
    KEEP void _serialize_body(::x10aux::serialization_buffer &) override {}
    KEEP void __apply() override { atomically(total); }
};
class Moving__closure__2 : public x10::lang::Closure {
public:
    int _get_network_id() override { return 2; }
    KEEP void _serialize_body(::x10aux::serialization_buffer &) override {}
    KEEP void __apply() override
    {
        atomically(total);
        Runtime::runAt({0}, fun(new Moving__closure__1), nullptr);
    }
};
class Moving__closure__3 : public x10::lang::Closure {
public:
    KEEP void _serialize_body(::x10aux::serialization_buffer &) override {}
    KEEP void __apply() override
    {
        Runtime::runAt({1}, fun(new Moving__closure__2), nullptr);
        atomically(total);
    }
};
static x10::lang::Closure *moving(int number)
{
    return number == 1 ? static_cast<x10::lang::Closure *>(new Moving__closure__1) : new Moving__closure__2;
}
// Place 0 starts place 1, as X10's launcher does.
static void move(const char *program, int activities)
{
    int there[2], back[2];
    x10aux::arriving = moving;
    if (pipe(there) || pipe(back))
        std::abort();
    pid_t other = fork();
    if (!other) {
        char from[16], to[16];
        std::snprintf(from, sizeof from, "%d", there[0]);
        std::snprintf(to, sizeof to, "%d", back[1]);
        close(there[1]);
        execl(program, program, "other", from, to, nullptr);
        _exit(1);
    }
    x10aux::to_other = there[1];
    x10aux::from_other = back[0];
    Runtime::startFinish();
    for (int i = 0; i < activities; i++)
        Runtime::runAsync(fun(new Moving__closure__3));
    Runtime::stopFinish(nullptr);
    close(there[1]);
    waitpid(other, nullptr, 0);
}
class Waiting__closure__1 : public x10::lang::Closure {
public:
    int n;
    KEEP void _serialize_body(::x10aux::serialization_buffer &) override {}
    // when (false n times); c.advance(); Clock.advanceAll();
    KEEP void __apply() override
    {
        x10::lang::Clock clock;
        Runtime::ensureNotInAtomic();
        Runtime::enterAtomic();
        for (int i = 0; i < n; i++)
            Runtime::awaitAtomic();
        total++;
        Runtime::exitAtomic();
        clock.advance();
        x10::lang::Clock::advanceAll();
    }
};
static void wait(int activities)
{
    Runtime::startFinish();
    for (int i = 0; i < activities; i++) {
        Waiting__closure__1 *one = new Waiting__closure__1;
        one->n = i;
        Runtime::runAsync(fun(one));
    }
    Runtime::stopFinish(nullptr);
}

static void par(int N)
{
    for (int P = 1; P <= 4; P *= 2) {
        Runtime::startFinish();
        for (int i = 0; i < P; i++) {
            NQueensPar__closure__1 *work = new NQueensPar__closure__1;
            work->board.N = N;
            work->from = N * i / P;
            work->to = N * (i + 1) / P;
            Runtime::runAsync(fun(work));
        }
        Runtime::stopFinish(nullptr);
    }
}

//#line 92 "NQueensDist.x10"
static KEEP void dist(int N)
{

    //#line 94 "NQueensDist.x10"
    Runtime::startFinish();
    for (int k = 0; k < N; k++) {
        NQueensDist__Board__closure__2 *move = new NQueensDist__Board__closure__2;
        move->board.N = N;
        move->from = k;
        move->to = k + 1;

        //#line 96 "NQueensDist.x10"
        Runtime::runAsync({k % (int)places}, fun(move), nullptr);
    }

    //#line 94 "NQueensDist.x10"
    Runtime::stopFinish(nullptr);
    zero = 1;
}
typedef x10::lang::Rail<float> Points;
static x10::lang::VoidFun_0_0 *counting(int atomics)
{
    KMeansDist__closure__9<Points> *made = new KMeansDist__closure__9<Points>;
    made->points = new Points(8);
    made->atomics = atomics;
    return fun(made);
}
static void kmeans(int rounds)
{
    Runtime::evalAtImpl({0}, reinterpret_cast<x10::lang::Fun_0_0<x10::lang::Any *> *>(counting(0)), nullptr);
    for (int round = 0; round < rounds; round++) {
        for (int step = 0; step < 3; step++) {
            Runtime::startFinish();
            for (uint32_t p = 0; step != 1 && p < places; p++)
                Runtime::runAsync({p}, counting(0), nullptr);
            for (int i = 0; step == 1 && i < 2000; i++)
                Runtime::runAsync({i % (int)places}, counting(1), nullptr);
            for (uint32_t p = 0; step == 2 && p < places; p++)
                Runtime::runAt({0}, counting(1), nullptr);
            Runtime::stopFinish(nullptr);
        }
    }
}
static void fail()
{
    Runtime::startFinish();
    for (int i = 0; i < 7; i++) {
        Failing__closure__1 *one = new Failing__closure__1;
        one->n = i;
        Runtime::runAsync(fun(one));
    }
    Runtime::stopFinish(nullptr);
    for (int i = 0; i < 2; i++) {
        Failing__closure__1 *one = new Failing__closure__1;
        one->n = 1;
        try {
            Runtime::runAt({0}, fun(one), nullptr);
        } catch (std::exception &) {
            zero++;
        }
    }
}
int main(int argc, char **argv)
{
    own_place = !std::strcmp(argv[1], "other");
    places = own_place || !std::strcmp(argv[1], "move") ? 2 : 1;
    x10rt_registration_complete();
    int a = argc > 2 ? std::atoi(argv[2]) : 0, b = argc > 3 ? std::atoi(argv[3]) : 1;
    if (!std::strcmp(argv[1], "par")) {
        par(a);
    } else if (!std::strcmp(argv[1], "dist")) {
        places = (uint32_t)b;
        dist(a);
    } else if (!std::strcmp(argv[1], "kmeans")) {
        places = (uint32_t)a;
        kmeans(b);
    } else if (!std::strcmp(argv[1], "move")) {
        move(argv[0], a);
    } else if (own_place) {
        x10aux::arriving = moving;
        x10aux::from_other = a;
        x10aux::to_other = b;
        while (x10aux::receive())
            ;
        return 0;
    } else if (!std::strcmp(argv[1], "wait")) {
        wait(a);
    } else {
        fail();
    }
    std::printf("%ld\n", total);
    return 0;
}
#endif
