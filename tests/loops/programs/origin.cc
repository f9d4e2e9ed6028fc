// Loops of the C++ library, and of a function of the program, that are inlined into main.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

static inline __attribute__((always_inline)) long twice(const std::vector<int> &from)
{
    long sum = 0;
    for (int each : from)
        sum += 2 * each; // no library: the call of twice
    return sum + std::accumulate(from.begin(), from.end(), 0L); // in twice
}

int main(int argc, char **argv)
{
    (void)argv;
    std::vector<int> first(1000 + argc, 1), second(3000 + argc, 2);
    long sum = std::accumulate(first.begin(), first.end(), 0L); // accumulate
    long same = std::count(second.begin(), second.end(), argc); // count
    std::reverse(first.begin(), first.end());                   // first
    std::reverse(second.begin(), second.end());                 // second
    long more = twice(first);                                   // twice
    std::printf("%ld %ld %ld\n", sum, same, more);
}
