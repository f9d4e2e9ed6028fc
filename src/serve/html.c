/* html.c: see html.h. The page asks the map of answers as it would ask the server; where a request
 * is for less than the whole run, it takes the answer for the whole. */
#include "serve/html.h"

#include "report/table/json.h"
#include "serve/files.h"
#include "serve/html_charts.h"
#include "serve/pack.h"
#include "serve/routes.h"
#include "util/memory.h"
#include "util/progress.h"
#include "util/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIXELS = 4096,
    ROWS = 128,             /* of a window */
    MESSAGES = 4000,        /* of a run */
    ROUTINES = 40,          /* that can be opened */
    FEWER_ROUTINES = 12,    /* the same, if there are more lanes than ROWS */
    PATHS = 1000,           /* of data, of messages */
    PACKED = 4000,          /* bytes: longer answers are packed */
    FILES = 200,            /* of source */
    MANY_EVENTS = 20000000, /* with more of them, the critical path takes too long */
    REQUESTS = 80,          /* of a run, about, for the progress bar */
};

/* A file that is being written. */
struct writing {
    struct serve_runs *runs;
    struct buffer answers; /* members of a JSON object: requests with their answers */
    struct progress progress;
    size_t done, all; /* requests, about */
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

/* Adds JSON without the blanks between its words. */
static void add_compact(struct buffer *to, const char *json)
{
    for (const char *at = json; *at;) {
        size_t size = strcspn(at, "\" \n");
        if (at[size] == '"') { /* a whole text, with the signs that are escaped in it */
            for (size++; at[size] && at[size] != '"'; size++)
                size += at[size] == '\\' && at[size + 1];
            size += at[size] == '"';
        }
        buffer_add_bytes(to, at, size);
        at += size;
        at += strspn(at, " \n");
    }
}

/* Adds an answer: a short one as it is, or in base64, a longer one packed, for the page to unpack
 * when a view asks for it. */
static void add_answer(struct buffer *to, const struct serve_answer *answer)
{
    struct buffer compact = {0};
    const struct buffer *body = &answer->body;
    bool binary = !strcmp(answer->type, "application/octet-stream");
    if (!binary) {
        add_compact(&compact, answer->body.text);
        body = &compact;
    }
    size_t before = to->used;
    buffer_add(to, "{\"gzip\":\"");
    if (body->used > PACKED && serve_pack_gzip(to, body->text, body->used)) {
        buffer_add(to, "\"}");
    } else {
        to->used = before;
        buffer_add(to, binary ? "\"" : "");
        if (binary)
            serve_pack_base64(to, body->text, body->used);
        else
            buffer_add_bytes(to, body->text, body->used);
        buffer_add(to, binary ? "\"" : "");
    }
    buffer_free(&compact);
}

/* Adds the name of a member of a JSON object. */
static void add_key(struct writing *writing, const char *key)
{
    json_t *name = report_json_text(key);
    char *text = json_dumps(name, JSON_ENCODE_ANY);
    buffer_printf(&writing->answers, "%s%s:", writing->answers.used ? "," : "", text ? text : "");
    free(text);
    json_decref(name);
}

static void show_progress(void *of)
{
    struct writing *writing = of;
    progress_show(&writing->progress, writing->done, writing->all);
}

/* Asks for `path` with the values `query`. False if the answer is an error. */
static bool ask(struct writing *writing, const char *path, const char *query,
                struct serve_answer *answer)
{
    struct serve_request request = {
        .path = path, .body = "", .waits = show_progress, .waits_of = writing};
    if (serve_values_read(&request.values, query))
        serve_routes_answer(writing->runs, &request, answer);
    serve_values_free(&request.values);
    writing->done++;
    show_progress(writing);
    return answer->status == SERVE_OK && answer->body.used;
}

/* Asks for `path` with the values `query`, and keeps the answer under the name `key`. Requests that
 * cannot be answered are left out: the page says so. If `data` is not NULL, it gets the answer's
 * data, to be freed, or NULL. */
static void keep(struct writing *writing, const char *path, const char *query, const char *key,
                 json_t **data)
{
    struct serve_answer answer = {0};
    if (data)
        *data = NULL;
    if (ask(writing, path, query, &answer)) {
        add_key(writing, key);
        add_answer(&writing->answers, &answer);
        if (data)
            *data = json_loadb(answer.body.text, answer.body.used, 0, NULL);
    }
    serve_answer_free(&answer);
}

/* Keeps the answer to a request of a run: the page asks it with `values`, or with more of them. It
 * is asked here with `detail`, too. For `data`, see keep. */
static void keep_with(struct writing *writing, size_t run, const char *word, const char *values,
                      const char *detail, json_t **data)
{
    char *path = memory_printf("/api/%zu/%s", run, word);
    char *key = memory_printf("%s%s%s", path, *values ? "?" : "", values);
    char *query = memory_printf("%s%s%s", values, *values && *detail ? "&" : "", detail);
    keep(writing, path, query, key, data);
    free(query);
    free(key);
    free(path);
}

static void keep_of(struct writing *writing, size_t run, const char *word, const char *values,
                    const char *detail)
{
    keep_with(writing, run, word, values, detail, NULL);
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
    keep(writing, path, query.text, key, NULL);
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

/* A query of a run that is kept. */
struct charted {
    struct writing *writing;
    size_t run;
};

static void keep_query(void *of, const char *query)
{
    const struct charted *charted = of;
    keep_text(charted->writing, charted->run, "query", "", "q", query);
}

/* Returns how many routines of a run can be opened. */
static size_t routines_of(const json_t *entry)
{
    return json_integer_value(json_object_get(entry, "lanes")) > ROWS ? FEWER_ROUTINES : ROUTINES;
}

/* Keeps the pages of the routines that took longest. */
static void keep_routines(struct writing *writing, size_t run, const json_t *report, size_t most)
{
    const json_t *routines = json_object_get(report, "routines");
    for (size_t i = 0; i < json_array_size(routines) && i < most; i++) {
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
                      "lanes, %d messages, paths of the data of %d messages, and %zu routines",
                      PIXELS, ROWS, MESSAGES, PATHS, routines_of(entry));
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
    json_t *report, *tables;
    char *detail = memory_printf("pixels=%d&rows=%d", PIXELS, ROWS);
    char *most = memory_printf("most=%d", MESSAGES);
    char *paths = memory_printf("most=%d", PATHS);
    keep_with(writing, run, "tables", "", "", &tables);
    keep_with(writing, run, "report", "", sections, &report);
    keep_of(writing, run, "report", "lanes=1", sections);
    keep_of(writing, run, "report", "min_percent=0&tree=1", "");
    if (!many)
        keep_of(writing, run, "report", "advice=1", "");
    keep_of(writing, run, "window", "", detail);
    keep_of(writing, run, "messages", "", most);
    keep_of(writing, run, "messages", "collectives=1", most);
    keep_of(writing, run, "path", "list=1", paths);
    keep_of(writing, run, "activities", "", "");
    keep_of(writing, run, "waits", "", detail);
    keep_of(writing, run, "waits", "list=1", "most=2000");
    keep_of(writing, run, "loops", "threshold=0", "");
    keep_text(writing, run, "query", "", "q", "nodes.sum(n -> n.visits)");
    keep_text(writing, run, "query", "", "q", "places.mean(p -> p.costPair)");
    serve_html_charts(tables, keep_query, &(struct charted){writing, run});
    keep_displays(writing, run);
    keep_routines(writing, run, report, routines_of(entry));
    keep_sources(writing, run, tables);
    for (size_t other = 0; other < runs; other++) {
        char *values = memory_printf("min_percent=0&with=%zu", other);
        char *changes = memory_printf("as=changes&with=%zu", other),
             *paths_of = memory_printf("as=paths&with=%zu", other);
        if (other != run) {
            keep_of(writing, run, "compare", values, "");
            keep_of(writing, run, "compare", changes, "");
            keep_of(writing, run, "compare", paths_of, "");
        }
        free(values);
        free(changes);
        free(paths_of);
    }
    const json_t *events = json_object_get(entry, "events");
    say_what(entry, !json_is_integer(events) || json_integer_value(events) > PIXELS ||
                        json_integer_value(json_object_get(entry, "lanes")) > ROWS);
    json_decref(report);
    json_decref(tables);
    free(detail);
    free(most);
    free(paths);
}

/* Writes JSON that cannot end the element that it is in: `<` is only inside of texts. */
static bool write_json(FILE *out, const struct buffer *json)
{
    const char *at = json->text, *end = at + json->used;
    bool good = true;
    while (good && at < end) {
        const char *sign = memchr(at, '<', (size_t)(end - at));
        size_t size = (size_t)((sign ? sign : end) - at);
        good = fwrite(at, 1, size, out) == size && (!sign || fputs("\\u003c", out) >= 0);
        at += size + (sign != NULL);
    }
    return good;
}

static bool write_page(const char *file, const struct buffer *answers, struct error *error)
{
    bool to_stdout = !strcmp(file, "-");
    FILE *out = to_stdout ? stdout : fopen(file, "w");
    if (!out)
        return error_errno(error, "%s cannot be written", file);
    bool good = fputs(serve_standalone.head, out) >= 0 && fputs("{", out) >= 0 &&
                write_json(out, answers) && fputs("}", out) >= 0 &&
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

/* Keeps the answers of all runs. */
static void keep_runs(struct writing *writing)
{
    struct serve_answer answer = {0};
    json_t *entries = ask(writing, "/api/runs", "", &answer)
                          ? json_loadb(answer.body.text, answer.body.used, 0, NULL)
                          : NULL;
    size_t runs = json_array_size(entries);
    writing->all = runs * REQUESTS;
    for (size_t i = 0; i < runs; i++) {
        keep_run(writing, i, runs, json_array_get(entries, i));
        writing->done = (i + 1) * REQUESTS;
    }
    char *text = json_dumps(entries, JSON_COMPACT);
    add_key(writing, "/api/runs");
    buffer_add(&writing->answers, text ? text : "[]");
    free(text);
    json_decref(entries);
    serve_answer_free(&answer);
}

bool serve_html(char *const *archives, size_t count, const char *file, struct error *error)
{
    if (!serve_standalone.head)
        return error_set(error, "this build of Triptych has no page: install Node.js 18.18 or "
                                "later with npm, run scripts/page, and build Triptych again");
    struct writing writing = {.runs = serve_runs_new(true)};
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = serve_runs_open(writing.runs, archives[i], error);
    progress_start(&writing.progress, "writing the page");
    progress_silence(); /* one bar is enough */
    if (good) {
        keep_runs(&writing);
        good = write_page(file, &writing.answers, error);
    }
    progress_end(&writing.progress);
    buffer_free(&writing.answers);
    serve_runs_free(writing.runs);
    return good;
}
