/* Two call sites that are reached in many ways: by many callers at one depth of the stack, with
 * frames of many sizes, out of deep recursion, at more depths than are kept, in threads at the same
 * time, in a signal handler on a stack of its own, on the stack of a coroutine, out of code that
 * says nothing of its frames, and out of a library that is unloaded and loaded again. Prints how
 * many calls were made. A third site calls a function by its two names in turn. */
#include <alloca.h>
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { CALLERS = 10, DEPTHS = 4000, STACK = 1 << 16 };

static char out[8];
static volatile int last;
static int calls;

void deed(void);

#define APART __attribute__((noinline))

APART void deed(void)
{
    int rank;
    MPI_Send(out, 8, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    last = rank;
}

#define CALLER(n)                                                                                  \
    static APART void caller_##n(void)                                                             \
    {                                                                                              \
        deed();                                                                                    \
        last = n;                                                                                  \
    }

CALLER(0)
CALLER(1)
CALLER(2)
CALLER(3)
CALLER(4)
CALLER(5)
CALLER(6)
CALLER(7)
CALLER(8)
CALLER(9)

static void (*const callers[CALLERS])(void) = {caller_0, caller_1, caller_2, caller_3, caller_4,
                                               caller_5, caller_6, caller_7, caller_8, caller_9};

static APART void with_room(size_t size)
{
    volatile char *room = alloca(size);
    room[0] = 1;
    deed();
    room[size - 1] = 1;
}

static APART void recurse(int depth)
{
    if (depth)
        recurse(depth - 1);
    else
        deed();
    last = depth;
}

static void *in_thread(void *data)
{
    for (int i = 0; i < 100 * CALLERS; i++)
        callers[(i + *(const int *)data) % CALLERS]();
    return NULL;
}

static void in_threads(void)
{
    static const int shifts[] = {0, 3, 6, 9};
    pthread_t threads[4];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 4; i++)
            pthread_create(&threads[i], NULL, in_thread, (void *)&shifts[i]);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
        calls += 4 * 100 * CALLERS;
    }
}

static APART void by_pointer(__typeof__(&MPI_Ssend) function)
{
    function(out, 8, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    last = 0;
}

static APART void one_pointer(__typeof__(&MPI_Ssend) function)
{
    by_pointer(function);
    last = 1;
}

static APART void other_pointer(__typeof__(&MPI_Ssend) function)
{
    by_pointer(function);
    last = 2;
}

static void by_two_names(void)
{
    static const __typeof__(&MPI_Ssend) names[] = {PMPI_Ssend, MPI_Ssend};
    for (int i = 0; i < 4 * 10; i++) {
        one_pointer(names[i / 10 % 2]);
        other_pointer(names[i / 10 % 2]);
    }
}

static void on_signal(int number)
{
    (void)number;
    deed();
}

static void in_signals(void)
{
    stack_t stack = {.ss_sp = malloc(STACK), .ss_size = STACK};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    for (int i = 0; i < 7; i++)
        raise(SIGUSR1);
    calls += 7;
}

static ucontext_t outside, inside;

static void coroutine(void)
{
    for (;;) {
        deed();
        swapcontext(&inside, &outside);
    }
}

static void in_coroutine(void)
{
    getcontext(&inside);
    inside.uc_stack.ss_sp = malloc(STACK);
    inside.uc_stack.ss_size = STACK;
    makecontext(&inside, coroutine, 0);
    for (int i = 0; i < 6; i++)
        swapcontext(&outside, &inside);
    calls += 6;
}

/* A function that calls another one: with a frame that nothing describes. */
static void in_made_code(void)
{
#if defined __aarch64__
    static const uint32_t code[] = {0xa9bf7bfd, 0x910003fd, 0xd63f0000, 0xa8c17bfd, 0xd65f03c0};
#else
    static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3};
#endif
    char *made = mmap(NULL, sizeof code, PROT_READ | PROT_WRITE | PROT_EXEC,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(made, code, sizeof code);
    __builtin___clear_cache(made, made + sizeof code);
    for (int i = 0; i < 5; i++)
        ((void (*)(void (*)(void)))(uintptr_t)made)(deed);
    munmap(made, sizeof code);
    calls += 5;
}

/* Two libraries, which are likely to be loaded to the same place one after the other. */
static void in_libraries(char **names)
{
    for (int i = 0; i < 4; i++) {
        void *library = dlopen(names[i % 2], RTLD_NOW);
        void (*function)(void (*)(void)) =
            library ? (void (*)(void (*)(void)))(uintptr_t)dlsym(library, "call") : NULL;
        if (!function) {
            printf("%s\n", dlerror());
            return;
        }
        function(deed);
        dlclose(library);
        calls += 10;
    }
}

int main(int argc, char **argv)
{
    int given;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    for (int i = 0; i < 70 * CALLERS; i++) {
        callers[i * 7 % CALLERS]();
        calls++;
    }
    for (size_t i = 0; i < 60; i++) {
        with_room(16 + i % 6 * 160);
        calls++;
    }
    for (int depth = 1; depth < 30000; depth *= 3) {
        recurse(depth);
        calls++;
    }
    for (int i = 0; i < 2 * DEPTHS; i++) {
        recurse(i % DEPTHS);
        callers[i % CALLERS]();
        calls += 2;
    }
    by_two_names();
    in_threads();
    in_signals();
    in_coroutine();
    in_made_code();
    in_libraries(argv + 1);
    printf("%d\n", calls);
    MPI_Finalize();
    return 3;
}
