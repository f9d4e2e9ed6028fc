// Routines that leave and enter each other in all ways; each spins for as long as it says, by the clock.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static volatile int two = 2, three = 3;

__attribute__((noinline)) static void spin(int us)
{
    auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(us);
    while (std::chrono::steady_clock::now() < end)
        ;
}

__attribute__((noinline)) static int small(int i)
{
    return i * 3 + two;
}

__attribute__((noinline)) static int odd(int depth);

__attribute__((noinline)) static int even(int depth)
{
    spin(200);
    return depth ? odd(depth - 1) + 1 : 0;
}

__attribute__((noinline)) static int odd(int depth)
{
    spin(100);
    return depth ? even(depth - 1) + 1 : 0;
}

__attribute__((noinline)) static void thrower(int i)
{
    spin(300);
    if (i == 1)
        throw i;
}

__attribute__((noinline)) static void passes(int i)
{
    for (int k = 0; k < two; k++)
        thrower(i);
}

__attribute__((noinline)) static int catches()
{
    int caught = 0;
    for (int i = 0; i < three; i++) {
        try {
            passes(i);
        } catch (int) {
            caught++;
            spin(400);
        }
    }
    return caught;
}

__attribute__((noinline)) static void last()
{
    spin(500);
    two = 2; // not at its end
}

__attribute__((noinline)) static void jumps(int how)
{
    spin(600);
    if (how)
        return last(); // at the end: the compiler jumps
    spin(1);
}

__attribute__((noinline)) static void works()
{
    spin(2000);
    two = 2; // not at its end
}

__attribute__((noinline)) static void in_child()
{
    spin(700);
    two = 2; // not at its end
}

int main()
{
    int sum = 0;
    for (int i = 0; i < 200000; i++)
        sum += small(i);
    sum += even(5);
    sum += catches();
    jumps(1);
    jumps(0);
    std::thread other(works);
    other.join();
    fflush(stdout);
    if (pid_t child = fork()) {
        int status;
        waitpid(child, &status, 0);
    } else {
        in_child();
        exit(0);
    }
    printf("%d\n", sum & 1);
}
