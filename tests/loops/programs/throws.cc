// throws.cc: exceptions through calls of all kinds, and one that nobody catches.
#include "called.h"

#include <cstdlib>
#include <stdexcept>
#include <vector>

static volatile int total;

static APART void leaf(int value)
{
    COUNT(0);
    total = total + value;
}

struct guard {
    int value;
    explicit guard(int from) : value(from)
    {
        leaf(value);
    }
    ~guard()
    {
        leaf(value);
    }
};

static APART void thrower(int what)
{
    COUNT(1);
    leaf(1);
    if (what % 3 == 0)
        throw std::runtime_error("three");
    if (what % 5 == 0)
        throw what;
    leaf(2);
}

static APART void guarded(int what)
{
    COUNT(2);
    guard one(3);
    thrower(what);
    guard two(4);
    thrower(what / 2);
}

static APART int recurse(int depth, int what)
{
    COUNT(3);
    guard here(5);
    if (!depth) {
        guarded(what);
        return 1;
    }
    int found = recurse(depth - 1, what);
    leaf(6);
    return found;
}

/* Caught, and thrown again. */
static APART int middle(int what)
{
    COUNT(4);
    try {
        return recurse(what % 4, what);
    } catch (const std::runtime_error &) {
        leaf(7);
        if (what % 2)
            throw;
        return 10;
    }
}

/* Thrown and caught inside of what a library calls. */
static int compare(const void *left, const void *right)
{
    COUNT(5);
    int a = *static_cast<const int *>(left), b = *static_cast<const int *>(right);
    try {
        thrower(a);
    } catch (const std::exception &) {
        leaf(8);
    } catch (int) {
        leaf(9);
    }
    return (a > b) - (a < b);
}

struct copied {
    APART copied()
    {
        COUNT(6);
    }
    APART copied(const copied &)
    {
        COUNT(6);
        leaf(1);
        if (total % 7 == 0)
            throw 1;
    }
};

/* Caught, after cleaning up, by a library that throws it again. */
static APART int copies(int count)
{
    COUNT(7);
    try {
        std::vector<copied> all(count);
        std::vector<copied> more(all);
        leaf(2);
        return 1;
    } catch (int) {
        leaf(3);
        return 2;
    }
}

static APART void last(int depth) noexcept
{
    COUNT(8);
    guard here(1);
    if (!depth) {
        tell();
        thrower(3);
    }
    if (depth > 0)
        last(depth - 1);
    leaf(2);
}

int main()
{
    int sum = 0, values[40];
    for (int i = 0; i < 40; i++) {
        try {
            sum += middle(i);
        } catch (int) {
            sum += 100;
        } catch (...) {
            sum += 1000;
        }
    }
    for (int i = 0; i < 40; i++)
        values[i] = i * 37 % 40;
    qsort(values, 40, sizeof values[0], compare);
    for (int i = 0; i < 12; i++)
        sum += copies(i);
    printf("%d %d\n", sum, total);
    last(3);
}
