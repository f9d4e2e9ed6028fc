// entered.cc: short virtual functions that begin with an instruction for indirect calls
// (-fcf-protection=full).
#include <cstdio>

#define APART __attribute__((noinline))

static long sum;

static APART void add()
{
    sum += 3;
    asm volatile("");
}

static APART void repeat()
{
    for (int i = 0; i < 4; i++)
        asm volatile("" : "+r"(i));
    sum++;
}

struct base {
    virtual void first()
    {
        add();
    }
    virtual void second()
    {
        repeat();
    }
    virtual ~base()
    {
    }
};

struct derived : base {
    void first() override
    {
        repeat();
    }
    void second() override
    {
        add();
        repeat();
    }
};

static APART void both(base *object)
{
    object->first();
    object->second();
}

int main()
{
    base one;
    derived other;
    for (int i = 0; i < 3; i++) {
        both(&one);
        both(&other);
    }
    printf("%ld\n", sum);
    return 0;
}
