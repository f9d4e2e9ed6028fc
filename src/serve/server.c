/* server.c: see server.h */
#include "serve/server.h"

#include "serve/civetweb.h"
#include "serve/files.h"
#include "serve/guard.h"
#include "serve/routes.h"
#include "util/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_BODY = 65536, SERVE_PORT = 8017 };

struct server {
    struct serve_guard guard;
    struct serve_runs *runs;
    const char *page;
};

static const char policy[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src "
    "'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

static const char *reason_of(int status)
{
    switch (status) {
    case SERVE_OK:
        return "OK";
    case SERVE_SEE_OTHER:
        return "See Other";
    case SERVE_FORBIDDEN:
        return "Forbidden";
    case SERVE_NOT_FOUND:
        return "Not Found";
    default:
        return status < SERVE_FAILED ? "Bad Request" : "Failed";
    }
}

static void send_answer(struct mg_connection *connection, const struct serve_answer *answer)
{
    struct buffer head = {0};
    const void *body = answer->fixed ? answer->fixed : answer->body.text;
    size_t size = answer->fixed ? answer->fixed_size : answer->body.used;
    buffer_printf(&head,
                  "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: "
                  "%s\r\nConnection: close\r\n",
                  answer->status, reason_of(answer->status),
                  answer->type ? answer->type : "text/plain", size,
                  answer->cache ? answer->cache : "no-store");
    buffer_add(&head, policy);
    if (answer->headers.used)
        buffer_add(&head, answer->headers.text);
    buffer_add(&head, "\r\n");
    if (serve_web.write(connection, head.text, head.used) > 0 && size)
        serve_web.write(connection, body, size);
    buffer_free(&head);
}

/* Reads the body of a POST; NULL: it is too large, or incomplete. */
static char *read_body(struct mg_connection *connection, long long length)
{
    if (length < 0 || length > MOST_BODY)
        return NULL;
    char *body = memory_zeroed((size_t)length + 1, 1);
    for (size_t used = 0; used < (size_t)length;) {
        int size = serve_web.read(connection, body + used, (size_t)length - used);
        if (size <= 0) {
            free(body);
            return NULL;
        }
        used += (size_t)size;
    }
    return body;
}

static void answer_request(struct server *server, const struct serve_request *request,
                           struct serve_answer *answer)
{
    if (!strncmp(request->path, "/api/", 5))
        serve_routes_answer(server->runs, request, answer);
    else if (request->is_post)
        serve_answer_error(answer, SERVE_WRONG_METHOD, "this request must be a GET", NULL);
    else
        serve_files(server->page, request->path, answer);
}

/* Checks and answers one request whose address was read. */
static void handle(struct server *server, struct mg_connection *connection,
                   struct serve_request *request, long long length, struct serve_answer *answer)
{
    const struct serve_headers headers = {
        .host = serve_web.get_header(connection, "Host"),
        .origin = serve_web.get_header(connection, "Origin"),
        .cookie = serve_web.get_header(connection, "Cookie"),
        .authorization = serve_web.get_header(connection, "Authorization"),
        .content_type = serve_web.get_header(connection, "Content-Type"),
        .upgrade = serve_web.get_header(connection, "Upgrade"),
    };
    if (!serve_guard_admits(&server->guard, &headers, request, answer))
        return;
    char *body = request->is_post ? read_body(connection, length) : memory_string("");
    request->body = body;
    if (body)
        answer_request(server, request, answer);
    else
        serve_answer_error(answer, SERVE_TOO_LARGE, "the body is too large or incomplete",
                           "send at most 65536 bytes, with their Content-Length");
    free(body);
}

static int begin_request(struct mg_connection *connection)
{
    struct serve_answer answer = {0};
    struct serve_request request = {0};
    const struct mg_request_info *info = serve_web.get_request_info(connection);
    request.is_post = !strcmp(info->request_method, "POST");
    request.path = info->local_uri ? info->local_uri : "";
    request.port = (unsigned)info->remote_port;
    bool good = serve_values_read(&request.values, info->query_string);
    if (!good || *request.path != '/')
        serve_answer_error(&answer, SERVE_BAD_REQUEST, "the address is malformed", NULL);
    else if (!request.is_post && strcmp(info->request_method, "GET") != 0)
        serve_answer_error(&answer, SERVE_WRONG_METHOD, "only GET and POST are answered", NULL);
    else
        handle(info->user_data, connection, &request, info->content_length, &answer);
    send_answer(connection, &answer);
    serve_values_free(&request.values);
    serve_answer_free(&answer);
    return answer.status;
}

/* The web server has nothing to say that a user could act on: what matters is checked before. */
static int ignore_message(const struct mg_connection *connection, const char *message)
{
    (void)connection;
    (void)message;
    return 1;
}

/* Finds out whether a port can be listened on; for port 0, finds one. */
static bool find_port(const char *bind_to, unsigned *port, int *problem)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)*port)};
    bool is_six = inet_pton(AF_INET6, bind_to, &six.sin6_addr) == 1;
    struct sockaddr *address = is_six ? (struct sockaddr *)&six : (struct sockaddr *)&four;
    socklen_t size = is_six ? sizeof six : sizeof four;
    *problem = EINVAL;
    if (!is_six && inet_pton(AF_INET, bind_to, &four.sin_addr) != 1)
        return false;
    int fd = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    bool good =
        fd >= 0 && !bind(fd, address, size) && !listen(fd, 1) && !getsockname(fd, address, &size);
    *problem = errno;
    *port = ntohs(is_six ? six.sin6_port : four.sin_port);
    if (fd >= 0)
        close(fd);
    return good;
}

/* Chooses the port: the one that was asked for; else the usual one, or any other if that is
 * taken. */
static bool choose_port(const struct serve_options *options, const char *bind_to, unsigned *port,
                        struct error *error)
{
    int problem;
    *port = options->port ? options->port : SERVE_PORT;
    if (find_port(bind_to, port, &problem))
        return true;
    if (problem == EINVAL || problem == EADDRNOTAVAIL)
        return error_set(error,
                         "%s is no address of this machine; --bind takes one such as "
                         "127.0.0.1, or 0.0.0.0 for all",
                         bind_to);
    *port = 0;
    if (!options->port && problem == EADDRINUSE && find_port(bind_to, port, &problem))
        return true;
    errno = problem;
    if (problem == EADDRINUSE)
        return error_set(error,
                         "port %u is taken by another program; choose another one with "
                         "--port, or leave --port out to get a free one",
                         options->port);
    return error_errno(error, "port %u cannot be used", options->port);
}

static struct mg_context *start(struct server *server, struct error *error)
{
    char *address = memory_printf(strchr(server->guard.bind, ':') ? "[%s]:%u" : "%s:%u",
                                  server->guard.bind, server->guard.port);
    const char *options[] = {"listening_ports",
                             address,
                             "num_threads",
                             "100",
                             "request_timeout_ms",
                             "10000",
                             "tcp_nodelay",
                             "1",
                             "max_request_size",
                             "65536",
                             "enable_directory_listing",
                             "no",
                             NULL};
    const struct mg_callbacks callbacks = {.begin_request = begin_request,
                                           .log_message = ignore_message};
    serve_web.init_library(0);
    struct mg_context *context = serve_web.start(&callbacks, server, options);
    if (!context)
        error_set(error, "the web server cannot be started at %s", address);
    free(address);
    return context;
}

/* Waits for SIGINT or SIGTERM, which no thread gets. */
static void wait_for_end(const sigset_t *ends)
{
    int signal;
    while (sigwait(ends, &signal) != 0)
        continue;
}

/* Starts the server, tells the link, and serves until a signal. */
static bool serve(struct server *server, const struct serve_options *options, const sigset_t *ends,
                  struct error *error)
{
    struct mg_context *context = start(server, error);
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
    serve_web.stop(context);
    serve_web.exit_library();
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
    struct server server = {.page = options->page,
                            .guard.bind = options->bind ? options->bind : "127.0.0.1"};
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, NULL); /* all threads inherit it */
    signal(SIGPIPE, SIG_IGN);
    if (!serve_civetweb_load(error) || !serve_token_make(server.guard.token, error) ||
        !choose_port(options, server.guard.bind, &server.guard.port, error))
        return false;
    snprintf(server.guard.cookie, sizeof server.guard.cookie, "triptych-%u", server.guard.port);
    server.runs = serve_runs_new();
    bool good = open_archives(server.runs, options, error) && serve(&server, options, &ends, error);
    serve_runs_free(server.runs);
    return good;
}
