// Exceptions land right behind calls that never return: of a function of another file, through a
// pointer of the loader.
#include <cstdio>

[[noreturn]] void fail(int number);
[[noreturn]] void fail_by_jump(int number);

__attribute__((noinline)) static int attempt(int number)
{
    try {
        if (number % 10 == 3)
            fail(number);
        return number;
    } catch (int) {
        return -1;
    }
}

__attribute__((noinline)) static int attempt_by_jump(int number)
{
    try {
        if (number % 5 == 3)
            fail_by_jump(number);
        return number;
    } catch (int) {
        return -1;
    }
}

int main()
{
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += attempt(i) + attempt_by_jump(i);
    std::printf("%d\n", sum);
}
