/* continues.cc: conditions with virtual calls, which are tested at the top; a path of the body goes
 * back to them from its middle. Each loop makes 23 passes, but for those of main. */
#include <cstdio>

#define APART __attribute__((noinline))

struct domain {
    int count = 0;
    virtual bool more();
    virtual int cycle();
    virtual void step();
    virtual void other();
};

bool domain::more()
{
    return count < 1000;
}

int domain::cycle()
{
    return count;
}

void domain::step()
{
    count++;
}

void domain::other()
{
}

extern "C" {

APART void branches(domain *d, int most)
{
    while (d->cycle() < most) {
        d->step();
        if (d->cycle() != 7)
            d->other();
    }
}

APART void continues(domain *d, int most)
{
    while (d->cycle() < most) {
        d->step();
        if (d->cycle() == 7)
            continue;
        d->other();
    }
}

APART void both(domain *d, int most)
{
    while (d->more() && d->cycle() < most) {
        d->step();
        if (d->cycle() == 7)
            continue;
        d->more();
    }
}

APART void either(domain *d, int most)
{
    while (d->more() && (d->cycle() < most || d->cycle() == -1)) {
        d->step();
        if (d->cycle() == 7)
            continue;
        d->more();
    }
}

APART void steps(domain *d, int most)
{
    for (; d->cycle() < most; d->step()) {
        if (d->cycle() == 7)
            continue;
        d->other();
    }
}
}

int main()
{
    void (*all[])(domain *, int) = {branches, continues, both, either, steps};
    for (auto each : all) {
        domain d;
        each(&d, 23);
        std::printf("%d\n", d.count);
    }
}
