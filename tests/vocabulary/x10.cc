// A stand-in for native X10: its run time's functions have the names, arguments and order of calls that X10 2.6 has. Places are one process.
// Programs: par N (NQueensPar), dist N P (NQueensDist), kmeans P K (K rounds of KMeansDist with 2,000 points), throw (activities with errors).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <stdexcept>
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
static uint32_t places = 1;
KEEP uint32_t x10rt_here(void) { return 0; }
KEEP uint32_t x10rt_nplaces(void) { return places; }
KEEP void x10rt_send_msg(struct x10rt_msg_params *p) { zero = (int)p->len; }
}

namespace x10aux {
struct serialization_buffer {
    size_t length = 0;
    template <class T> void write(const T &) { length += sizeof(T); }
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
};
struct Place {
    x10_long id;
};
class Clock {
public:
    KEEP static void advanceAll() { zero = 0; }
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
    static std::deque<Activity> queue;

public:
    KEEP static void runAsync(lang::VoidFun_0_0 *body) { queue.push_back(Activity(body)); }
    KEEP static void runAt(lang::Place place, lang::VoidFun_0_0 *body, Runtime__Profile *prof);
    KEEP static FinishState *startFinish() { return nullptr; }
    KEEP static void stopFinish(FinishState *f);
    KEEP static void enterAtomic() { zero = 0; }
    KEEP static void exitAtomic() { zero = 1; }
};
std::deque<Activity> Runtime::queue;
void Activity::run()
{
    try {
        reinterpret_cast<lang::Closure *>(body)->__apply();
    } catch (std::exception &) {
        zero++;
    }
}
void Runtime::runAt(lang::Place place, lang::VoidFun_0_0 *body, Runtime__Profile *)
{
    lang::Closure *closure = reinterpret_cast<lang::Closure *>(body);
    x10aux::serialization_buffer buffer;
    closure->_serialize_body(buffer);
    struct x10rt_msg_params message = {(uint32_t)place.id, 1, body, (uint32_t)buffer.length};
    if (place.id != x10rt_here())
        x10rt_send_msg(&message);
    closure->__apply();
}
void Runtime::stopFinish(FinishState *)
{
    while (!queue.empty()) {
        Activity next = queue.front();
        queue.pop_front();
        next.run();
    }
}
}
}
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
class NQueensDist__closure__1 : public x10::lang::Closure {
public:
    Board board;
    int from, to;
    KEEP void _serialize_body(::x10aux::serialization_buffer &buffer) override
    {
        buffer.write(board);
        buffer.write(from);
        buffer.write(to);
    }
    KEEP void __apply() override
    {
        NQueensPar__closure__1 *work = new NQueensPar__closure__1;
        work->board = board;
        work->from = from;
        work->to = to;
        Runtime::runAsync(fun(work));
    }
};
class KMeansDist__closure__1 : public x10::lang::Closure {
public:
    long *counter;
    int atomics;
    KEEP void _serialize_body(::x10aux::serialization_buffer &buffer) override { buffer.write(atomics); }
    KEEP void __apply() override
    {
        for (int i = 0; i < atomics; i++)
            atomically(*counter);
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
static void dist(int N)
{
    Runtime::startFinish();
    for (int k = 0; k < N; k++) {
        NQueensDist__closure__1 *move = new NQueensDist__closure__1;
        move->board.N = N;
        move->from = k;
        move->to = k + 1;
        Runtime::runAt({k % (int)places}, fun(move), nullptr);
    }
    Runtime::stopFinish(nullptr);
}
static KMeansDist__closure__1 *counting(int atomics)
{
    KMeansDist__closure__1 *made = new KMeansDist__closure__1;
    made->counter = &total;
    made->atomics = atomics;
    return made;
}
static void kmeans(int rounds)
{
    for (int round = 0; round < rounds; round++) {
        for (int step = 0; step < 3; step++) {
            int points = step == 1 ? 2000 : 0;
            Runtime::startFinish();
            for (uint32_t p = 0; p < places; p++) {
                Runtime::runAt({p}, fun(counting(0)), nullptr);
                if (step != 1)
                    Runtime::runAsync(fun(counting(step == 2)));
            }
            for (int i = 0; i < points; i++) {
                Runtime::runAt({i % (int)places}, fun(counting(1)), nullptr);
                Runtime::runAsync(fun(counting(0)));
            }
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
