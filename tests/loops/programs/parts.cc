// parts.cc: functions that the compiler makes of parts of others: a lambda, a parallel region.
#include <cstdlib>

static volatile int cells[64];

int main()
{
    int turns = rand() % 2 + 8;
    auto fill = [](int upto) {
        for (int i = 0; i < upto; i++)
            cells[i] = i;
    };
    fill(turns);
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 64; i++)
        cells[i] = cells[i] + 1;
}
