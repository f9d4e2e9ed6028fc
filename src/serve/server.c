/* server.c: see server.h */
#include "serve/server.h"

#include "serve/http.h"
#include "serve/port.h"
#include "util/memory.h"
#include "util/progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The web server has nothing to say that a user could act on: what matters is checked before. */
static int ignore_message(const struct mg_connection *connection, const char *message)
{
    (void)connection;
    (void)message;
    return 1;
}

enum { MOST_TRIES = 50 }; /* ports to try until the server has one of its own */

/* Starts the web server on the guard's port. NULL if it does not start. */
static struct mg_context *start_at_port(struct serve_server *server)
{
    char *address = memory_printf(strchr(server->guard.bind, ':') ? "[%s]:%u" : "%s:%u",
                                  server->guard.bind, server->guard.port);
    const char *options[] = {"listening_ports",          address, "num_threads", "200",
                             "request_timeout_ms",       "10000", "tcp_nodelay", "1",
                             "max_request_size",         "32768", "decode_url",  "no",
                             "enable_directory_listing", "no",    NULL};
    static const struct mg_callbacks callbacks = {.begin_request = serve_http,
                                                  .log_message = ignore_message};
    serve_web.init_library(0);
    struct mg_context *context = serve_web.start(&callbacks, server, options);
    if (!context)
        serve_web.exit_library();
    free(address);
    return context;
}

/* Starts the web server. Another program may take a port after it was found to be free: then the
 * next one is tried, or, if the user asked for this port, the error says that it is taken. */
static struct mg_context *start(struct serve_server *server, unsigned wanted, struct error *error)
{
    struct serve_guard *guard = &server->guard;
    for (int i = 0; i < MOST_TRIES; i++) {
        if (!serve_port_choose(guard->bind, wanted, &guard->port, error))
            return NULL;
        snprintf(guard->cookie, sizeof guard->cookie, "triptych-%u", guard->port);
        struct mg_context *context = start_at_port(server);
        if (context)
            return context;
    }
    error_set(error, "the web server cannot be started at %s, port %u", guard->bind, guard->port);
    return NULL;
}

/* Waits for SIGINT or SIGTERM, which no thread gets. */
static void wait_for_end(const sigset_t *ends)
{
    int signal;
    while (sigwait(ends, &signal) != 0)
        continue;
}

/* Wakes the thread that waits for clients until it has seen that the server ends; by itself it
 * looks every two seconds. */
static void *wake(void *of)
{
    struct serve_server *server = of;
    for (int i = 0; i < 40; i++) {
        pthread_mutex_lock(&server->end.lock);
        bool over = server->end.over;
        pthread_mutex_unlock(&server->end.lock);
        if (over)
            break;
        serve_port_knock(server->guard.bind, server->guard.port);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    return NULL;
}

static void stop(struct serve_server *server, struct mg_context *context)
{
    pthread_t waker;
    serve_end_set(&server->end);
    bool wakes = !pthread_create(&waker, NULL, wake, server);
    serve_web.stop(context);
    pthread_mutex_lock(&server->end.lock);
    server->end.over = true;
    pthread_mutex_unlock(&server->end.lock);
    if (wakes)
        pthread_join(waker, NULL);
    serve_web.exit_library();
}

/* Starts the server, tells the link, and serves until a signal. */
static bool serve(struct serve_server *server, const struct serve_options *options,
                  const sigset_t *ends, struct error *error)
{
    struct mg_context *context = start(server, options->port, error);
    if (!context)
        return false;
    bool any = !strcmp(server->guard.bind, "0.0.0.0") || !strcmp(server->guard.bind, "::");
    const char *host = any ? "localhost" : server->guard.bind;
    char *link =
        memory_printf(strchr(host, ':') ? "http://[%s]:%u/?token=%s" : "http://%s:%u/?token=%s",
                      host, server->guard.port, server->guard.token);
    options->ready(link, server->guard.port);
    free(link);
    wait_for_end(ends);
    stop(server, context);
    return true;
}

static bool open_archives(struct serve_runs *runs, const struct serve_options *options,
                          struct error *error)
{
    for (size_t i = 0; i < options->count; i++) {
        if (!serve_runs_open(runs, options->archives[i], error))
            return false;
    }
    return true;
}

bool serve_serve(const struct serve_options *options, struct error *error)
{
    struct serve_server server = {.page = options->page,
                                  .guard.bind = options->bind ? options->bind : "127.0.0.1"};
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, NULL); /* all threads inherit it */
    signal(SIGPIPE, SIG_IGN);
    progress_silence();
    if (!serve_civetweb_load(error) || !serve_token_make(server.guard.token, error))
        return false;
    server.runs = serve_runs_new(false);
    serve_end_init(&server.end);
    bool good = open_archives(server.runs, options, error) && serve(&server, options, &ends, error);
    serve_runs_free(server.runs);
    return good;
}
