/* faults.c: ends by a fault that no handler catches. Jumps to copies may have replaced its
 * instruction: it is beside ends of blocks that are shorter than such a jump. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static __attribute__((noinline)) int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i ^ n;
    return sum;
}

static void *thread(void *unused)
{
    loop(100);
    exit(12);
    return unused;
}

int main(int count, char **words)
{
    pthread_t other;
    loop(20);
    puts("begun");
    fflush(stdout);
    switch (words[count - 1][0]) {
    case '0':
        return 0;
    case '1':
        exit(1);
    case '2':
        _exit(2);
    case '3':
        abort();
    case '4':
        quick_exit(4);
    case '5':
        pthread_create(&other, 0, thread, 0);
        for (;;)
            loop(10);
    case '6':
        pthread_create(&other, 0, thread, 0);
        pthread_exit(0);
    case 'p':
        *(volatile int *)(long)(count > 5) = 1;
        break;
    case 't':
        __builtin_trap();
    case 'd': {
        volatile int zero = 0;
        zero = count / zero;
        return zero;
    }
    case 'k':
        execl("/bin/echo", "echo", "executed", (char *)0);
    }
    return 0;
}
