/* ask.c: see ask.h */
#include "cmd/query/ask.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 200000000 }; /* ns after which a query is reported as slow */

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

void ask_catch(void)
{
    struct sigaction action = {.sa_handler =
                                   interrupt}; /* without SA_RESTART, so that poll returns */
    sigaction(SIGINT, &action, NULL);
}

bool ask_interrupted(void)
{
    bool was = interrupted;
    interrupted = 0;
    return was;
}

bool ask_is_disturbed(bool keys)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return interrupted || (keys && poll(&in, 1, 0) != 0);
}

/* A query that runs in a thread of its own. */
struct asked {
    const struct ask *ask;
    const struct query_plan *plan;
    query_take *take;
    void *to;
    struct error *error;
    int over; /* event file descriptor: becomes readable when the query is over */
    bool good;
};

static void *work(void *argument)
{
    struct asked *asked = argument;
    uint64_t one = 1;
    asked->good =
        query_run(asked->plan, asked->ask->data, asked->take, asked->to, NULL, asked->error);
    while (write(asked->over, &one, sizeof one) < 0 && errno == EINTR)
        continue;
    return NULL;
}

/* Waits for the end of the query. False if a key or a signal asks for an earlier end. Signals are
 * delivered only while it waits. */
static bool wait_for(const struct asked *asked, const sigset_t *let_in)
{
    const struct timespec patience = {.tv_nsec = PATIENCE};
    bool patient = true;
    for (;;) {
        struct pollfd files[] = {{.fd = asked->over, .events = POLLIN},
                                 {.fd = STDIN_FILENO, .events = POLLIN}};
        int ready = ppoll(files, asked->ask->keys_end ? 2 : 1, patient ? &patience : NULL, let_in);
        if (ready > 0 && files[0].revents)
            return true;
        if (interrupted || ready > 0 || (ready < 0 && asked->ask->keys_end))
            return false;
        if (ready == 0 && asked->ask->slow)
            asked->ask->slow(asked->ask->that);
        patient &= ready != 0;
    }
}

enum ask_end ask_run(const struct ask *ask, const struct query_plan *plan, query_take *take,
                     void *to, struct error *error)
{
    struct asked asked = {.ask = ask, .plan = plan, .take = take, .to = to, .error = error};
    sigset_t all, before;
    pthread_t thread;
    asked.over = eventfd(0, EFD_CLOEXEC);
    if (asked.over < 0) {
        error_errno(error, "the query cannot be run");
        return ASK_FAILED;
    }
    atomic_store(&ask->data->stop, false);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* the main thread handles the signals */
    int failed = pthread_create(&thread, NULL, work, &asked);
    if (failed) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        close(asked.over);
        errno = failed;
        error_errno(error, "the query cannot be run");
        return ASK_FAILED;
    }
    bool stopped = !wait_for(&asked, &before);
    if (stopped)
        atomic_store(&ask->data->stop, true);
    pthread_sigmask(SIG_SETMASK, &before, NULL); /* stopping may take a while */
    pthread_join(thread, NULL);
    atomic_store(&ask->data->stop, false);
    close(asked.over);
    return asked.good ? ASK_DONE : stopped ? ASK_STOPPED : ASK_FAILED;
}
