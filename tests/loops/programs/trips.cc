// trips.cc: conditions that call something, of which compilers make copies.
#include <cstdio>

#define APART __attribute__((noinline))

struct domain {
    double now = 0, step = 0.001, end = 1;
    int cycles = 0;
    virtual APART double time() { return now; }
    virtual APART double stop() { return end; }
    virtual APART int cycle() { return cycles; }
    double &seen_time() { return now; }
    double &seen_stop() { return end; }
    int &seen_cycle() { return cycles; }
};

APART static void advance(domain *d)
{
    d->now += d->step;
    d->cycles++;
}

extern "C" {

APART void called(domain *d, int most)
{
    while (d->time() < d->stop() && d->cycle() < most) {
        advance(d);
    }
}

APART void inlined(domain *d, int most)
{
    while (d->seen_time() < d->seen_stop() && d->seen_cycle() < most) {
        advance(d);
    }
}

APART void within(domain *d, int most)
{
    while (d->time() < d->stop() && d->cycle() < most) {
        d->now += d->step;
        d->cycles++;
    }
}

/* Each pass has a loop in it. */
APART int nested(domain *d, int most)
{
    int sum = 0;
    while (d->time() < d->stop() && d->cycle() < most) {
        for (int i = 0; i < 3; i++) {
            if (d->cycle() == i + 100)
                break;
            sum++;
        }
        advance(d);
    }
    return sum;
}
}

int main()
{
    domain one, two, three, four;
    called(&one, 200);
    inlined(&two, 200);
    within(&three, 200);
    int sum = nested(&four, 200);
    std::printf("%d %d %d %d %d\n", one.cycles, two.cycles, three.cycles, four.cycles, sum);
}
