/* html.c: see html.h. The page asks the map of answers as it would ask the server; where a request
 * is for less than the whole run, it takes the answer for the whole. */
#include "serve/html.h"

#include "report/table/json.h"
#include "serve/files.h"
#include "serve/routes.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIXELS = 4096,
    ROWS = 128,             /* of a window */
    MESSAGES = 4000,        /* of a run */
    ROUTINES = 40,          /* that can be opened */
    FILES = 200,            /* of source */
    MANY_EVENTS = 20000000, /* with more of them, the critical path takes too long */
};

/* A file that is being written. */
struct writing {
    struct serve_runs *runs;
    json_t *answers; /* by request */
};

/* Adds a value as it stands in an address. */
static void add_encoded(struct buffer *to, const char *text)
{
    for (; *text; text++) {
        bool plain = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
                     (*text >= '0' && *text <= '9');
        if (plain)
            buffer_add_bytes(to, text, 1);
        else
            buffer_printf(to, "%%%02X", (unsigned char)*text);
    }
}

static json_t *base64_of(const struct buffer *bytes)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *from = (const unsigned char *)bytes->text;
    char *text = memory_zeroed(bytes->used / 3 * 4 + 5, 1), *to = text;
    for (size_t i = 0; i < bytes->used; i += 3) {
        size_t left = bytes->used - i;
        unsigned group = (unsigned)from[i] << 16 | (left > 1 ? (unsigned)from[i + 1] << 8 : 0u) |
                         (left > 2 ? from[i + 2] : 0u);
        *to++ = letters[group >> 18];
        *to++ = letters[group >> 12 & 63];
        *to++ = (char)(left > 1 ? letters[group >> 6 & 63] : '=');
        *to++ = (char)(left > 2 ? letters[group & 63] : '=');
    }
    json_t *value = json_string(text);
    free(text);
    return value;
}

/* Asks for `path` with the values `query`, and keeps the answer under the name `key`. Requests that
 * cannot be answered are left out: the page says so. */
static void keep(struct writing *writing, const char *path, const char *query, const char *key)
{
    struct serve_request request = {.path = path, .body = ""};
    struct serve_answer answer = {0};
    if (serve_values_read(&request.values, query))
        serve_routes_answer(writing->runs, &request, &answer);
    if (answer.status == SERVE_OK) {
        bool binary = !strcmp(answer.type, "application/octet-stream");
        json_t *value = binary ? base64_of(&answer.body)
                               : json_loadb(answer.body.text, answer.body.used, 0, NULL);
        if (value)
            json_object_set_new(writing->answers, key, value);
    }
    serve_values_free(&request.values);
    serve_answer_free(&answer);
}

/* Keeps the answer to a request of a run: the page asks it with `values`, or with more of them. It
 * is asked here with `detail`, too. */
static void keep_of(struct writing *writing, size_t run, const char *word, const char *values,
                    const char *detail)
{
    char *path = memory_printf("/api/%zu/%s", run, word);
    char *key = memory_printf("%s%s%s", path, *values ? "?" : "", values);
    char *query = memory_printf("%s%s%s", values, *values && *detail ? "&" : "", detail);
    keep(writing, path, query, key);
    free(query);
    free(key);
    free(path);
}

/* Keeps a request with one value that is any text; `before` are values that sort before it. */
static void keep_text(struct writing *writing, size_t run, const char *word, const char *before,
                      const char *name, const char *text)
{
    struct buffer query = {0};
    char *path = memory_printf("/api/%zu/%s", run, word);
    char *key = memory_printf("%s?%s%s=%s", path, before, name, text);
    buffer_printf(&query, "%s%s=", before, name);
    add_encoded(&query, text);
    keep(writing, path, query.text, key);
    buffer_free(&query);
    free(key);
    free(path);
}

static void keep_displays(struct writing *writing, size_t run)
{
    static const char *const subjects[] = {"utilisation", "communication", "execution"};
    static const char *const displays[] = {"what-when", "overall-what-when", "when-where",
                                           "what-where", "overall-what-where"};
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        for (size_t k = 0; k < sizeof displays / sizeof displays[0]; k++) {
            char *values = memory_printf("axes=%s&subject=%s", displays[k], subjects[i]);
            keep_of(writing, run, "show", values, "cycles=500&rows=128&most=24");
            free(values);
        }
    }
    keep_of(writing, run, "show", "matrix=1", "rows=128");
}

/* Keeps what the Movement Chart and the Synchronization Chart ask for: see
 * web/src/views/charts/data.ts, which has the same texts. */
static void keep_charts(struct writing *writing, size_t run)
{
#define WAIT                                                                                       \
    "e -> {id: e.activityNumber, e.type, e.name, e.startTime, e.finishTime, "                      \
    "object: e.object.name, holder: e.holder.activityNumber, about: e.about.activityNumber, "      \
    "e.region, e.lane, e.unfinished}"
    static const struct {
        const char *chain, *key, *shape;
        int most;
    } charts[] = {
        {"activities", "ran",
         "a -> {a.activityNumber, a.kind, parent: a.parent.activityNumber, a.madeAt, a.body, "
         "a.madeOn, a.firstLane, a.created, a.startTime, a.finishTime, a.ran, a.moves}",
         1500},
        {"events.filter(e -> e.type == EXEC && present(e.about))", "duration",
         "e -> {id: e.about.activityNumber, kind: e.about.kind, e.lane, e.startTime, "
         "e.finishTime, e.region}",
         1500},
        {"events.filter(e -> e.type == FINISH)", "duration", WAIT, 300},
        {"events.filter(e -> (e.type in [FINISH, CLOCK, ATOMIC] && e.region.kind != \"release\") "
         "|| (e.type == COMM && e.region.mpi in [\"wait\", \"collective\", \"receive\", "
         "\"send\"]))",
         "duration", WAIT, 2000},
    };
#undef WAIT
    for (size_t i = 0; i < sizeof charts / sizeof charts[0]; i++) {
        char *rows = memory_printf("%s.sorted(x -> desc(x.%s)).limit(%d).map(%s)", charts[i].chain,
                                   charts[i].key, charts[i].most + 1, charts[i].shape);
        char *count = memory_printf("%s.count()", charts[i].chain);
        keep_text(writing, run, "query", "", "q", rows);
        keep_text(writing, run, "query", "", "q", count);
        free(count);
        free(rows);
    }
}

/* Keeps the pages of the routines that took longest. */
static void keep_routines(struct writing *writing, size_t run, const json_t *report)
{
    const json_t *routines = json_object_get(report, "routines");
    for (size_t i = 0; i < json_array_size(routines) && i < ROUTINES; i++) {
        const char *name = json_string_value(json_object_get(json_array_get(routines, i), "name"));
        if (name)
            keep_text(writing, run, "report", "lanes=1&", "routine", name);
    }
}

static void keep_sources(struct writing *writing, size_t run, const json_t *tables)
{
    size_t files = json_array_size(json_object_get(tables, "files"));
    for (size_t i = 0; i < files && i < FILES; i++) {
        char *values = memory_printf("file=%zu", i);
        keep_of(writing, run, "source", values, "");
        free(values);
    }
}

/* Says what the file holds, in the entry of the run. */
static void say_what(json_t *entry, bool sampled)
{
    struct buffer note = {0};
    buffer_add(&note, "this file holds a copy of the run for reading without a server");
    if (sampled) {
        const json_t *events = json_object_get(entry, "events");
        buffer_add(&note, "; it is sampled: of ");
        if (json_is_integer(events))
            words_count(&note, (uint64_t)json_integer_value(events), true);
        else
            buffer_add(&note, "all");
        buffer_printf(&note,
                      " events it has summaries of at most %d stretches for each of %d rows of "
                      "lanes, %d messages and %d routines",
                      PIXELS, ROWS, MESSAGES, ROUTINES);
    }
    json_object_set_new(entry, "standalone", json_string(note.text));
    json_object_set_new(entry, "live", json_false());
    buffer_free(&note);
}

static void keep_run(struct writing *writing, size_t run, size_t runs, json_t *entry)
{
    bool many = json_integer_value(json_object_get(entry, "events")) > MANY_EVENTS;
    const char *sections = many
                               ? "sections=routines,loops,sync,objects,tasks,comm_sites,comm,"
                                 "comm_ranks,comm_means,comm_matrix,comm_data,comm_sizes,io,user,"
                                 "files,sources,untimed,excluded,unmeasured,lanes,places,efficiency"
                               : "";
    char *key = memory_printf("/api/%zu/report", run),
         *names = memory_printf("/api/%zu/tables", run);
    char *detail = memory_printf("pixels=%d&rows=%d", PIXELS, ROWS);
    char *most = memory_printf("most=%d", MESSAGES);
    keep_of(writing, run, "tables", "", "");
    keep_of(writing, run, "report", "", sections);
    keep_of(writing, run, "report", "lanes=1", sections);
    keep_of(writing, run, "report", "min_percent=0&tree=1", "");
    if (!many)
        keep_of(writing, run, "report", "advice=1", "");
    keep_of(writing, run, "window", "", detail);
    keep_of(writing, run, "messages", "", most);
    keep_of(writing, run, "messages", "collectives=1", most);
    keep_of(writing, run, "activities", "", "");
    keep_of(writing, run, "waits", "", detail);
    keep_of(writing, run, "waits", "list=1", "most=2000");
    keep_of(writing, run, "loops", "threshold=0", "");
    keep_text(writing, run, "query", "", "q", "nodes.sum(n -> n.visits)");
    keep_charts(writing, run);
    keep_displays(writing, run);
    keep_routines(writing, run, json_object_get(writing->answers, key));
    keep_sources(writing, run, json_object_get(writing->answers, names));
    for (size_t other = 0; other < runs; other++) {
        char *values = memory_printf("min_percent=0&with=%zu", other);
        if (other != run)
            keep_of(writing, run, "compare", values, "");
        free(values);
    }
    const json_t *events = json_object_get(entry, "events");
    say_what(entry, !json_is_integer(events) || json_integer_value(events) > PIXELS ||
                        json_integer_value(json_object_get(entry, "lanes")) > ROWS);
    free(key);
    free(names);
    free(detail);
    free(most);
}

/* Writes JSON that cannot end the element that it is in. */
static bool write_json(FILE *out, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    bool good = text;
    for (const char *at = text; good && *at;) {
        size_t size = strcspn(at, "<");
        good = fwrite(at, 1, size, out) == size && (!at[size] || fputs("\\u003c", out) >= 0);
        at += size + (at[size] == '<');
    }
    free(text);
    return good;
}

static bool write_page(const char *file, const json_t *answers, struct error *error)
{
    bool to_stdout = !strcmp(file, "-");
    FILE *out = to_stdout ? stdout : fopen(file, "w");
    if (!out)
        return error_errno(error, "%s cannot be written", file);
    bool good = fputs(serve_standalone.head, out) >= 0 && write_json(out, answers) &&
                fputs(serve_standalone.tail, out) >= 0 && !fflush(out);
    if (!good)
        error_errno(error, "%s cannot be written", file);
    if (!to_stdout && fclose(out) && good)
        good = error_errno(error, "%s cannot be written", file);
    return good;
}

bool serve_html_has_page(void)
{
    return serve_standalone.head;
}

bool serve_html(char *const *archives, size_t count, const char *file, struct error *error)
{
    if (!serve_standalone.head)
        return error_set(error, "this build of Triptych has no page: install Node.js 18.18 or "
                                "later with npm, run scripts/page, and build Triptych again");
    struct writing writing = {.runs = serve_runs_new(), .answers = json_object()};
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = serve_runs_open(writing.runs, archives[i], error);
    if (good) {
        keep(&writing, "/api/runs", "", "/api/runs");
        json_t *entries = json_object_get(writing.answers, "/api/runs");
        size_t runs = json_array_size(entries);
        for (size_t i = 0; i < runs; i++)
            keep_run(&writing, i, runs, json_array_get(entries, i));
        good = write_page(file, writing.answers, error);
    }
    json_decref(writing.answers);
    serve_runs_free(writing.runs);
    return good;
}
