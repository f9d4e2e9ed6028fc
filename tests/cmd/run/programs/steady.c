/* steady.c: threads that write to a file until told to end by another file. Arguments: threads,
 * "probes", "silent" or "locks" (which get a lock instead of writing), and maybe "stubborn" or
 * "polite" about SIGTERM. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int silent, locks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int goes_on(void)
{
    return access("end", F_OK) != 0;
}

static void *write_lines(void *unused)
{
    FILE *file = fopen("/dev/null", "w");
    fputs("begin\n", file);
    while (goes_on()) {
        if (!silent)
            fputs("line\n", file);
        if (locks) {
            pthread_mutex_lock(&lock);
            pthread_mutex_unlock(&lock);
        }
        for (volatile int i = 0; i < 10000; i++)
            continue;
    }
    fclose(file);
    return unused;
}

static void be_polite(int number)
{
    (void)number;
    if (write(1, "bye\n", 4) == 4)
        _exit(9);
}

static void touch(const char *name)
{
    FILE *file = fopen(name, "w");
    fprintf(file, "%ld\n", (long)getpid());
    fclose(file);
}

int main(int argc, char **argv)
{
    int threads = atoi(argv[1]);
    pthread_t thread[16];
    locks = !strcmp(argv[2], "locks");
    silent = locks || !strcmp(argv[2], "silent");
    if (argc > 3)
        signal(SIGTERM, !strcmp(argv[3], "stubborn") ? SIG_IGN : be_polite);
    for (int i = 1; i < threads; i++)
        pthread_create(&thread[i], NULL, write_lines, NULL);
    touch(argc > 4 ? argv[4] : "ready");
    write_lines(NULL);
    for (int i = 1; i < threads; i++)
        pthread_join(thread[i], NULL);
    if (fork() == 0) {
        touch("child");
        exit(0);
    }
    wait(NULL);
    puts("done");
    return 7;
}
