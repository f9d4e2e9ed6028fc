/* obeys.c: does what the lines of its input say, one after another, and answers each:
 *   N         both threads call alpha() and beta() N times
 *   fork N    a child does so alone
 *   start N   another process, this program with an argument, does so alone
 *   outer     a visit of outer() begins, which obeys further lines until
 *   return
 * At the end of the input, it ends. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t ask, answer;
static volatile int asked, sum;

static void alpha(void)
{
    usleep(1); /* a system call, so that the routine is timed and not only counted */
    sum += 1;
}

static void beta(void)
{
    usleep(1);
    sum += 2;
}

static void work(int count)
{
    for (int i = 0; i < count; i++) {
        alpha();
        beta();
    }
}

static void *second(void *none)
{
    for (;;) {
        sem_wait(&ask);
        if (asked < 0)
            return none;
        work(asked);
        sem_post(&answer);
    }
}

static void both(int count)
{
    asked = count;
    sem_post(&ask);
    work(count);
    sem_wait(&answer);
}

static void alone(const char *self, int count)
{
    char number[16];
    fflush(stdout);
    pid_t child = fork();
    if (child == 0 && self) {
        snprintf(number, sizeof number, "%d", count);
        execl(self, self, number, (char *)NULL);
        _exit(1);
    }
    if (child == 0) {
        work(count);
        exit(0);
    }
    waitpid(child, NULL, 0);
}

static int obey(const char *self);

static void say(const char *what)
{
    puts(what);
    fflush(stdout);
}

static int outer(const char *self)
{
    say("begun");
    return obey(self);
}

static int obey(const char *self)
{
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        if (!strcmp(line, "return\n"))
            break;
        if (!strncmp(line, "fork", 4))
            alone(NULL, atoi(line + 4));
        else if (!strncmp(line, "start", 5))
            alone(self, atoi(line + 5));
        else if (strcmp(line, "outer\n") != 0)
            both(atoi(line));
        if (!strcmp(line, "outer\n"))
            outer(self);
        else
            say("done");
    }
    say("done");
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc > 1) {
        work(atoi(argv[1]));
        return 0;
    }
    sem_init(&ask, 0, 0);
    sem_init(&answer, 0, 0);
    pthread_create(&thread, NULL, second, NULL);
    obey(argv[0]);
    asked = -1;
    sem_post(&ask);
    pthread_join(thread, NULL);
    return 0;
}
