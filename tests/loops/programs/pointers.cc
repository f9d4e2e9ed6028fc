/* pointers.cc: calls through pointers that lead to the same function again and again, to others in
 * turn, to one that is further up, to leaves, to libraries that call back, to functions that go on
 * in others, and out of which exceptions and jumps lead; and through hooks at fixed addresses, one
 * call right after the other. */
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

static volatile int sink;
static jmp_buf back;

static void work(int times)
{
    for (int i = 0; i < times; i++)
        sink = sink + i;
}

struct Shape {
    virtual ~Shape() = default;
    virtual int area(int times) = 0;
};

struct Circle : Shape {
    int area(int times) override
    {
        work(times);
        return 1;
    }
};

struct Square : Shape {
    int area(int times) override
    {
        work(times + 1);
        work(1);
        return 2;
    }
};

/* Goes on in what it is given: its own place on the stack is gone then. */
struct Through : Shape {
    Shape *to;
    explicit Through(Shape *other) : to(other)
    {
    }
    int area(int times) override
    {
        return to->area(times + 2);
    }
};

using function = int (*)(int);

static int leaf(int by)
{
    int sum = 0;
    for (int i = 0; i < by; i++)
        sum += i ^ by;
    return sum;
}

static int throws(int by)
{
    work(2);
    if (by % 3 == 0)
        throw std::runtime_error("3");
    return by;
}

static int jumps(int by)
{
    work(1);
    if (by % 4 == 0)
        longjmp(back, 1);
    return by;
}

static int compare(const void *a, const void *b)
{
    work(1);
    return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

/* The C library calls back from here. */
static int sorts(int by)
{
    int all[7];
    for (int i = 0; i < 7; i++)
        all[i] = (i * by + 3) % 7;
    std::qsort(all, 7, sizeof all[0], compare);
    return all[0];
}

static int again(int by);
static function volatile chosen;

/* Calls what may be itself, further up. */
static int again(int by)
{
    work(by);
    function next = by & 1 ? sorts : again;
    for (int i = 0; by > 0 && i < 2; i++)
        sink = sink + next(by - 1);
    return by;
}

static __attribute__((noinline)) int call_all(const function *all, int count, int by)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        chosen = all[i];
        sum += chosen(by + i);
    }
    return sum;
}

static __attribute__((noinline)) int measure(Shape *const *shapes, int count, int times)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            sum += shapes[i]->area(times + k);
        sum += shapes[i]->area(0);
    }
    return sum;
}

using hook = void (*)();

static void none()
{
}

static void one()
{
    work(1);
}

static void two()
{
    work(2);
    one();
}

static hook before = none, after = none, hooks[2] = {none, none};

static __attribute__((noinline)) void set_hooks(int by)
{
    static const hook all[] = {none, one, two, one, one};
    before = all[by % 5];
    hooks[0] = all[by % 3];
    hooks[1] = all[by % 2];
    after = all[(by + 1) % 5];
}

static __attribute__((noinline)) void call_hooks(int times)
{
    for (int i = 0; i < times; i++) {
        before();
        hooks[0]();
        hooks[1]();
        after();
    }
}

int main()
{
    Circle circle;
    Square square;
    Through through(&circle);
    Shape *same[] = {&circle, &circle, &circle}, *others[] = {&circle, &square, &through, &square};
    const function all[] = {leaf, sorts, again, leaf, again, sorts};
    volatile int sum = 0; /* it is used behind a jump */
    for (volatile int i = 0; i < 20; i = i + 1) {
        sum = sum + measure(same, 3, i) + measure(others, 4, i) + call_all(all, 6, i % 4);
        const function bad[] = {throws, throws, leaf};
        try {
            sum = sum + call_all(bad, 3, i);
        } catch (const std::exception &) {
            sum = sum + 1;
        }
        set_hooks(i);
        call_hooks(i + 1);
        chosen = jumps;
        if (!setjmp(back))
            sum = sum + chosen(i);
    }
    std::printf("%d\n", sum);
    return 0;
}
