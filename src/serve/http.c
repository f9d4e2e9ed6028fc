/* http.c: see http.h */
#include "serve/http.h"

#include "serve/files.h"
#include "serve/routes.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_BODY = 65536 };

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

/* True if the length of the body is told once, as a number, and in no other way. */
static bool has_plain_length(const struct mg_request_info *info)
{
    size_t lengths = 0;
    for (int i = 0; i < info->num_headers; i++) {
        const char *name = info->http_headers[i].name, *value = info->http_headers[i].value;
        if (!strcasecmp(name, "Transfer-Encoding"))
            return false;
        if (strcasecmp(name, "Content-Length") != 0)
            continue;
        lengths++;
        if (!*value || value[strspn(value, "0123456789")])
            return false;
    }
    return lengths == 1;
}

/* Reads the body of a POST; NULL: it is too large, incomplete, or its length is not plain. */
static char *read_body(struct mg_connection *connection)
{
    const struct mg_request_info *info = serve_web.get_request_info(connection);
    long long length = info->content_length;
    if (!has_plain_length(info) || length < 0 || length > MOST_BODY)
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

static bool send_text(void *to, const char *text, size_t size)
{
    return serve_web.write(to, text, size) > 0;
}

/* Answers /api/N/live, which goes on until the client leaves. False if the request is another. */
static bool is_live(struct serve_server *server, struct mg_connection *connection,
                    const struct serve_request *request, struct serve_answer *answer)
{
    size_t number;
    const char *word;
    if (request->is_post || !serve_routes_split(request->path, &number, &word) ||
        strcmp(word, "live") != 0)
        return false;
    struct serve_run *run = serve_runs_quick(server->runs, number);
    if (!run)
        return false;
    struct buffer head = {0};
    buffer_printf(&head,
                  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: "
                  "no-store\r\nConnection: close\r\n%s\r\n",
                  policy);
    if (send_text(connection, head.text, head.used))
        serve_live(run, request, &server->end, send_text, connection);
    buffer_free(&head);
    answer->status = SERVE_OK;
    answer->sent = true;
    return true;
}

static void answer_request(struct serve_server *server, const struct serve_request *request,
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
static void handle(struct serve_server *server, struct mg_connection *connection,
                   struct serve_request *request, struct serve_answer *answer)
{
    const struct serve_headers headers = {
        .host = serve_web.get_header(connection, "Host"),
        .origin = serve_web.get_header(connection, "Origin"),
        .cookie = serve_web.get_header(connection, "Cookie"),
        .authorization = serve_web.get_header(connection, "Authorization"),
        .content_type = serve_web.get_header(connection, "Content-Type"),
        .upgrade = serve_web.get_header(connection, "Upgrade"),
        .fetch_site = serve_web.get_header(connection, "Sec-Fetch-Site"),
    };
    if (!serve_guard_admits(&server->guard, &headers, request, answer))
        return;
    char *body = request->is_post ? read_body(connection) : memory_string("");
    request->body = body;
    if (body && !is_live(server, connection, request, answer))
        answer_request(server, request, answer);
    else if (!body)
        serve_answer_error(answer, SERVE_TOO_LARGE, "the body is too large or incomplete",
                           "send at most 65536 bytes, with one Content-Length");
    free(body);
}

int serve_http(struct mg_connection *connection)
{
    struct serve_answer answer = {0};
    struct serve_request request = {0};
    const struct mg_request_info *info = serve_web.get_request_info(connection);
    request.is_post = !strcmp(info->request_method, "POST");
    request.path = info->local_uri ? info->local_uri : "";
    request.port = (unsigned)info->remote_port;
    bool good = serve_values_read(&request.values, info->query_string);
    bool plain = info->request_uri && !strchr(info->request_uri, '%'); /* no path needs escapes */
    if (!good || !plain || *request.path != '/')
        serve_answer_error(&answer, SERVE_BAD_REQUEST, "the address is malformed", NULL);
    else if (!request.is_post && strcmp(info->request_method, "GET") != 0)
        serve_answer_error(&answer, SERVE_WRONG_METHOD, "only GET and POST are answered", NULL);
    else
        handle(info->user_data, connection, &request, &answer);
    if (!answer.sent)
        send_answer(connection, &answer);
    serve_values_free(&request.values);
    serve_answer_free(&answer);
    return answer.status;
}
