// A stand-in for native X10: its run time's functions have the names, arguments and order of calls that X10 2.6.1 was seen to have. Places are one
// process. The whole file is a program; with -DRUNTIME it is only the run time, with -DPROGRAM only the program, which then needs libx10.so.
// Programs: par N (NQueensPar), dist N P (NQueensDist), kmeans P K (K rounds of KMeansDist with 2,000 points), throw (activities with errors).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <pthread.h>
#include <stdexcept>
#include <type_traits>
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
extern uint32_t places;
uint32_t x10rt_here(void);
uint32_t x10rt_nplaces(void);
void x10rt_registration_complete(void);
void x10rt_send_msg(struct x10rt_msg_params *p);
#ifndef PROGRAM
uint32_t places = 1;
KEEP uint32_t x10rt_here(void) { return 0; }
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
class FinishState {};
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
};
}
}
#ifndef PROGRAM
using namespace x10;
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
KEEP void Runtime::runAt(lang::Place place, lang::VoidFun_0_0 *body, Runtime__Profile *)
{
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
    } else {
        fail();
    }
    std::printf("%ld\n", total);
    return 0;
}
#endif
