/* forks.c: forks in loops and routines that both processes leave. Every child's handler of the fork
 * waits until its parent has left them: what is open then must not be taken from the parent. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int gate[2]; /* closed by the parent when it has gone on */
static volatile double sum;

static void make_gate(void)
{
    if (pipe(gate) != 0)
        abort();
}

static void pass_gate(void)
{
    char byte;
    close(gate[1]);
    while (read(gate[0], &byte, 1) > 0)
        continue;
    close(gate[0]);
}

/* Before the probes' own handler: theirs is registered at the end of this file. */
__attribute__((constructor(101))) static void prepare(void)
{
    pthread_atfork(NULL, NULL, pass_gate);
}

static void open_gate(void)
{
    close(gate[0]);
    close(gate[1]);
}

static int starts(void)
{
    make_gate();
    return fork() == 0;
}

static void wait_for_all(void)
{
    while (wait(NULL) > 0)
        continue;
}

/* The child leaves the loop in the trip that it was forked in. */
static void leave_at_once(void)
{
    make_gate();
    for (int k = 0; k < 1; k++) {
        if (fork() == 0)
            return;
    }
    open_gate();
    wait_for_all();
}

/* The child makes 6 of the 10 trips by itself, each with 2 visits of a loop of 5 trips. */
static void go_on(void)
{
    make_gate();
    int is_child = 0;
    for (int k = 0; k < 10; k++) {
        if (k == 3)
            is_child = fork() == 0;
        for (int j = 0; j < 2; j++) {
            for (int i = 0; i < 5; i++)
                sum += i;
        }
    }
    if (is_child)
        exit(0);
    open_gate();
    wait_for_all();
}

/* The routine that forks is another one than the one with the loop. */
static void by_another(void)
{
    int is_child = 0;
    for (int k = 0; k < 4; k++) {
        if (k == 1)
            is_child = starts();
    }
    if (is_child)
        exit(0);
    open_gate();
    wait_for_all();
}

int main(int argc, char **argv)
{
    (void)argv;
    int before = getpid();
    leave_at_once();
    if (getpid() != before)
        return 0;
    go_on();
    by_another();
    return argc - 1;
}
