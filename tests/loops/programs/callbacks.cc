/* callbacks.cc: functions that a library calls back, further up and further down the stack; that
 * call it in turn, so that they are entered again while they are open, in several ways and depths;
 * and that are left by longjmp or exceptions; in two threads, and at the end of the program. */
#include "callbacks_library.h"
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <stdexcept>

#define APART __attribute__((noinline, noclone))
static thread_local volatile long sum;
static volatile int one = 1;
static thread_local int depth;

static APART void small(int a)
{
    for (int i = 0; i < 3; i++)
        sum += a;
    if (a == 77)
        std::puts("small");
}
static APART void noting(int a)
{
    small(a);
    for (int i = 0; i < one; i++)
        sum += (long)std::strlen("ab");
    library_call(small, a);
    sum += 1;
}

/* Recursion through the library, of several depths; each level calls other functions before,
 * between and after. */
static APART void down(int a)
{
    noting(a);
    for (int i = 0; i < one; i++)
        if (a > 0)
            library_two(down, noting, a - 1);
    library_deep(small, a);
    library_two(noting, small, a);
    sum += 1;
}
static APART void even(int a);
static APART void odd(int a)
{
    if (a > 0)
        for (int i = 0; i < 2; i++)
            library_deep_first(even, small, a - 1);
    library_two(noting, small, a);
    sum += 1;
}
static APART void even(int a)
{
    if (a > 0)
        library_two(odd, noting, a - 1);
    library_call(noting, a);
    if (a > 1)
        odd(a - 2);
    for (int i = 0; i < 2; i++)
        library_deep(noting, a);
    sum += 1;
}
static APART void jumps(int a)
{
    sum += 1;
    if (a & 1)
        return library_call(noting, a);
    noting(a);
    return small(a);
}
/* qsort and bsearch, one inside the other */
static int table[40], keys[8];
static APART int by_key(const void *a, const void *b)
{
    sum += 1;
    return *(const int *)a - *(const int *)b;
}
static APART int compare(const void *a, const void *b)
{
    int key = 3;
    noting(1);
    if (depth == 0) {
        depth++;
        int some[5] = {5, 3, 4, 1, 2};
        for (int i = 0; i < 2; i++)
            qsort(some, 5, sizeof *some, compare);
        depth--;
    }
    for (int i = 0; i < one; i++)
        sum += bsearch(&key, keys, 8, sizeof *keys, by_key) != nullptr;
    small(2);
    return *(const int *)a - *(const int *)b;
}
static APART int look(const void *a, const void *b)
{
    int key = 5;
    sum += bsearch(&key, keys, 8, sizeof *keys, by_key) != nullptr;
    library_call(small, 1);
    return *(const int *)a - *(const int *)b;
}
/* left by longjmp in the library, or by an exception, at several depths */
static APART void leaves(int a)
{
    sum += 1;
    if (a == 0)
        library_leave();
    for (int i = 0; i < one; i++)
        library_call(leaves, a - 1);
    sum += 2;
}
static APART void tries(int a)
{
    library_try(leaves, noting, a);
    if (a > 1)
        library_try(tries, small, a - 1);
    noting(a);
    library_two(noting, noting, a);
}
static APART void throws(int a)
{
    sum += 1;
    if (a == 0)
        throw std::runtime_error("");
    library_two(throws, small, a - 1);
    sum += 2;
}
static APART void catches(int a)
{
    for (int i = 0; i < 2; i++)
        try {
            library_deep(throws, a);
        } catch (const std::exception &) {
            library_two(noting, small, a);
            if (a > 1)
                library_call(catches, a - 1);
        }
    library_call(noting, a);
    library_two(catches == nullptr ? small : noting, small, a);
}
static std::jmp_buf outer;
static APART void far(int a)
{
    sum += 1;
    if (a == 0)
        std::longjmp(outer, 1);
    library_two(far, small, a - 1);
}
static APART void returns(int a)
{
    if (!setjmp(outer))
        library_call(far, a);
    library_two(noting, small, a);
    library_two(returns == nullptr ? small : noting, small, a);
}
static APART void *work(void *what)
{
    down(3);
    library_call(even, 3);
    catches(2);
    int some[7] = {5, 3, 4, 1, 2, 9, 0};
    qsort(some, 7, sizeof *some, look);
    return what;
}
static void at_end()
{
    noting(1);
    library_two(noting, small, 1);
}
int main()
{
    pthread_t thread;
    std::atexit(at_end);
    for (int i = 0; i < 8; i++)
        keys[i] = i;
    for (int i = 0; i < 40; i++)
        table[i] = (i * 7) % 40;
    pthread_create(&thread, nullptr, work, nullptr);
    pthread_join(thread, nullptr);
    library_two(down, small, 4);
    library_call(even, 6);
    library_deep_first(odd, even, 4);
    for (int i = 0; i < 3; i++)
        library_two(jumps, small, i);
    qsort(table, 40, sizeof *table, compare);
    for (int i = 0; i < 40; i++)
        table[i] = (i * 7) % 40;
    qsort(table, 40, sizeof *table, look);
    library_two(tries, noting, 4);
    library_two(catches, noting, 3);
    returns(4);
    library_two(returns, small, 3);
    std::printf("%ld\n", (long)sum);
    library_two(noting, small, 1);
    return 0;
}
