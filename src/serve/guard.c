/* guard.c: see guard.h */
#include "serve/guard.h"

#include <arpa/inet.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* True if the name is an address, or that of this machine: a page elsewhere that wants to be taken
 * for this one would have a name of its own. */
static bool is_of_machine(const char *name)
{
    char own[HOST_NAME_MAX + 1] = "";
    struct in6_addr six;
    struct in_addr four;
    gethostname(own, sizeof own - 1);
    return inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1 ||
           !strcasecmp(name, own);
}

/* True if a server that listens on all addresses is called by one of them. */
static bool is_any_of_us(const struct serve_guard *guard, const char *host)
{
    char name[300];
    bool any = !strcmp(guard->bind, "0.0.0.0") || !strcmp(guard->bind, "::");
    const char *colon = strrchr(host, ':');
    if (!any || !colon || strlen(host) >= sizeof name ||
        strtoul(colon + 1, NULL, 10) != guard->port)
        return false;
    bool bracket = host[0] == '[' && colon > host && colon[-1] == ']';
    snprintf(name, sizeof name, "%.*s", (int)(colon - host) - (bracket ? 2 : 0), host + bracket);
    return is_of_machine(name);
}

/* True if a host with its port, such as "127.0.0.1:8017", is this server. */
static bool is_us(const struct serve_guard *guard, const char *host)
{
    const char *names[] = {"127.0.0.1", "localhost", "[::1]", guard->bind};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char expected[300];
        bool bare = strchr(names[i], ':') && names[i][0] != '[';
        snprintf(expected, sizeof expected, bare ? "[%s]:%u" : "%s:%u", names[i], guard->port);
        if (!strcasecmp(host, expected))
            return true;
    }
    return is_any_of_us(guard, host);
}

/* True if there is no Origin, or it is this server. "null" is that of a file or a sandbox. */
static bool is_own_origin(const struct serve_guard *guard, const char *origin)
{
    return !origin || (!strncmp(origin, "http://", 7) && is_us(guard, origin + 7));
}

static bool has_token(const struct serve_guard *guard, const struct serve_headers *headers)
{
    const char *bearer = headers->authorization;
    return serve_token_in_cookie(guard->token, guard->cookie, headers->cookie) ||
           (bearer && !strncasecmp(bearer, "Bearer ", 7) &&
            serve_token_is(guard->token, bearer + 7));
}

/* Answers a browser, which shows the text, and a script, which reads JSON. */
static bool refuse(const struct serve_request *request, struct serve_answer *answer,
                   const char *text, const char *hint)
{
    if (!strncmp(request->path, "/api/", 5))
        return serve_answer_error(answer, SERVE_FORBIDDEN, text, hint);
    answer->status = SERVE_FORBIDDEN;
    answer->type = "text/html; charset=utf-8";
    buffer_printf(&answer->body,
                  "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Triptych</title>"
                  "<h1>Triptych does not know this browser</h1><p>%s.</p><p>%s.</p></html>\n",
                  text, hint);
    return false;
}

/* Leads to the page, with the token in a cookie, so that it does not stay in the address. A browser
 * that comes from a page elsewhere, such as a file or a mail, would not send the cookie when it is
 * redirected: then a page of this server leads it on. */
static bool exchange(const struct serve_guard *guard, const struct serve_headers *headers,
                     struct serve_answer *answer)
{
    bool elsewhere = headers->fetch_site && !strcmp(headers->fetch_site, "cross-site");
    answer->status = elsewhere ? SERVE_OK : SERVE_SEE_OTHER;
    answer->type = "text/html; charset=utf-8";
    buffer_printf(&answer->headers,
                  "%s/\r\nSet-Cookie: %s=%s; HttpOnly; SameSite=Strict; Path=/\r\n",
                  elsewhere ? "Refresh: 0; url=" : "Location: ", guard->cookie, guard->token);
    buffer_add(&answer->body,
               "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Triptych</title>"
               "<p><a href=\"/\">To the page</a></p></html>\n");
    return false;
}

/* A POST of another page could only have the media types of forms. */
static bool is_json(const char *type)
{
    size_t size = type ? strcspn(type, "; ") : 0;
    return size == strlen("application/json") && !strncasecmp(type, "application/json", size);
}

bool serve_guard_admits(const struct serve_guard *guard, const struct serve_headers *headers,
                        const struct serve_request *request, struct serve_answer *answer)
{
    const char *token = serve_values_get(&request->values, "token");
    if (!headers->host || !is_us(guard, headers->host))
        return refuse(request, answer, "The address names another host than this server's",
                      "Use the link that `triptych view` printed");
    if (!is_own_origin(guard, headers->origin))
        return refuse(request, answer, "The request comes from the page of another site",
                      "Use the link that `triptych view` printed");
    if (!request->is_post && !strcmp(request->path, "/") && token &&
        serve_token_is(guard->token, token))
        return exchange(guard, headers, answer);
    if (!has_token(guard, headers))
        return refuse(request, answer, token ? "The token is wrong" : "The token is missing",
                      "Use the link that `triptych view` printed; scripts send the header "
                      "`Authorization: Bearer TOKEN`");
    if (headers->upgrade)
        return serve_answer_error(answer, SERVE_BAD_REQUEST,
                                  "this server has no WebSocket; live runs use server-sent events",
                                  "GET /api/N/live");
    if (request->is_post && !is_json(headers->content_type))
        return serve_answer_error(answer, SERVE_WRONG_TYPE, "a POST must be JSON",
                                  "send the header `Content-Type: application/json`");
    return true;
}
