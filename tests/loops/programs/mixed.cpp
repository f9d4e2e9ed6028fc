/* mixed.cpp: C++ that calls C (mixed_c.c), which calls C++ back. Every number of the test follows from
 * the loops below. */
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" {
int through(int n, int (*f)(int));
int nested(int n, int (*f)(int));
int plain(int n);
int thrower(int n);
int again(int n);
}

struct odd : std::runtime_error {
    using runtime_error::runtime_error;
};

int thrower(int n)
{
    if (n % 2)
        throw odd("odd");
    return n;
}

/* Three of six calls of through() end by an exception, which leaves it; then plain() is called. */
__attribute__((noinline)) int guarded(int n)
{
    try {
        return through(n, thrower);
    } catch (const odd &) {
        return plain(3);
    }
}

__attribute__((noinline)) int again(int n)
{
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += plain(n);
    return sum;
}

__attribute__((noinline)) int both(int n)
{
    return nested(n, again) + plain(n);
}

namespace space {
template <class T> struct worker {
    T total = 0;
    __attribute__((noinline)) void work(int n)
    {
        for (int i = 0; i < n; i++)
            total += both(2);
    }
};
} // namespace space

static void start(int n)
{
    space::worker<int> own;
    own.work(n);
    if (own.total < 0)
        std::abort();
}

int main(int count, char **words)
{
    int sum = 0, threads = count > 1 ? std::atoi(words[1]) : 0;
    for (int i = 0; i < 6; i++)
        sum += guarded(i);
    space::worker<int> own;
    own.work(4);
    std::vector<std::thread> all;
    for (int i = 0; i < threads; i++)
        all.emplace_back(start, 5);
    for (auto &one : all)
        one.join();
    if (count > 2) {
        pid_t child = fork();
        if (!child) {
            start(7);
            std::exit(0);
        }
        waitpid(child, nullptr, 0);
    }
    std::printf("%d %d\n", sum, own.total);
    return 0;
}
