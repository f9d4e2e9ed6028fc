/* run_json.c: see run_json.h */
#include "archive/table/run_json.h"

#include "archive/table/folder.h"
#include "archive/table/manifest.h"
#include "format/manifest.h"
#include "format/pulse.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST ((size_t)16 << 20)

enum { SUM_SIZE = 17 }; /* 16 digits and the zero byte */

static char *text_of(const json_t *root, const char *key)
{
    const char *text = json_string_value(json_object_get(root, key));
    return memory_string(text ? text : "");
}

static uint64_t ns_of(const json_t *root, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(root, key));
    return value > 0 ? (uint64_t)value : 0;
}

/* Appends a word, quoted where a shell needs it. */
static void add_word(struct buffer *line, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
    if (line->used)
        buffer_add(line, " ");
    if (*word && !word[strspn(word, plain)]) {
        buffer_add(line, word);
        return;
    }
    buffer_add(line, "'");
    for (; *word; word++) {
        if (*word == '\'')
            buffer_add(line, "'\\''");
        else
            buffer_add_bytes(line, word, 1);
    }
    buffer_add(line, "'");
}

static char *command_of(const json_t *root)
{
    struct buffer line = {0};
    const json_t *words = json_object_get(root, "command");
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *word = json_string_value(json_array_get(words, i));
        add_word(&line, word ? word : "?");
    }
    return buffer_take(&line);
}

static char *options_of(const json_t *root)
{
    char *dumped = json_dumps(json_object_get(root, "options"), JSON_COMPACT | JSON_SORT_KEYS);
    char *copy = memory_string(dumped ? dumped : "");
    free(dumped);
    return copy;
}

static bool number_of(const json_t *root, const char *key, int *value)
{
    const json_t *found = json_object_get(root, key);
    *value = (int)json_integer_value(found);
    return json_is_integer(found);
}

/* Computes the checksum of everything in the file but "sum". Empty if memory is short. */
static void sum_of(const json_t *root, char sum[SUM_SIZE])
{
    json_t *rest = json_copy((json_t *)root);
    json_object_del(rest, "sum");
    char *text = rest ? json_dumps(rest, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    sum[0] = '\0';
    if (text)
        snprintf(sum, SUM_SIZE, "%016llx",
                 (unsigned long long)archive_manifest_sum_bytes(FORMAT_MANIFEST_SEED, text,
                                                                strlen(text)));
    free(text);
    json_decref(rest);
}

/* True if the checksum is right, or there is none: libtriptych writes the file without one, and
 * `triptych run` replaces it at the end. */
static bool is_intact(const json_t *root)
{
    char sum[SUM_SIZE];
    const char *said = json_string_value(json_object_get(root, "sum"));
    if (!said)
        return true;
    sum_of(root, sum);
    return !strcmp(sum, said);
}

char *archive_run_json_text(const json_t *run)
{
    char sum[SUM_SIZE];
    json_t *whole = json_copy((json_t *)run);
    sum_of(run, sum);
    bool good = whole && !json_object_set_new(whole, "sum", json_string(sum));
    char *text = good ? json_dumps(whole, JSON_INDENT(2)) : NULL;
    json_decref(whole);
    return text;
}

static json_t *load(const struct archive_folder *folder)
{
    size_t size = 0;
    char *text = archive_folder_read_all(folder, "run.json", LARGEST, &size);
    json_t *root = text ? json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(text);
    if (root && is_intact(root))
        return root;
    json_decref(root);
    return NULL;
}

bool archive_run_json_has_sum(const struct archive_folder *folder)
{
    json_t *root = load(folder);
    bool has = json_is_string(json_object_get(root, "sum"));
    json_decref(root);
    return has;
}

void archive_run_json_read(const struct archive_folder *folder, struct archive_run *run)
{
    json_t *root = load(folder);
    run->known = json_is_object(root);
    run->version = text_of(root, "triptych");
    run->command = command_of(root);
    run->cwd = text_of(root, "cwd");
    run->host = text_of(root, "host");
    run->started = text_of(root, "start");
    run->clock = text_of(root, "clock");
    run->options = options_of(root);
    run->part_of = text_of(json_object_get(root, "part"), "of");
    run->query = text_of(json_object_get(root, "part"), "query");
    run->script = text_of(root, "script");
    run->commit = text_of(root, "commit");
    const json_t *from = json_object_get(json_object_get(root, "part"), "from_ns");
    const json_t *to = json_object_get(json_object_get(root, "part"), "to_ns");
    run->has_part_time = json_is_integer(from) && json_is_integer(to);
    run->part_from = json_integer_value(from);
    run->part_to = json_integer_value(to);
    run->start = ns_of(root, "start_ns");
    run->end = ns_of(root, "end_ns");
    run->real_start = ns_of(root, "real_start_ns");
    number_of(root, "pid", &run->pid);
    run->has_status = number_of(root, "exit_status", &run->status);
    run->has_signal = number_of(root, "signal", &run->signal);
    const char *state = json_string_value(json_object_get(root, "state"));
    run->running = state && !strcmp(state, "running");
    json_decref(root);
}

void archive_run_json_read_pulse(const struct archive_folder *folder, struct archive_run *run)
{
    struct archive_folder_file file;
    struct format_pulse pulse;
    if (!run->running || !archive_folder_open(folder, FORMAT_PULSE_FILE, &file))
        return;
    if (archive_folder_read(&file, 0, &pulse, sizeof pulse) == sizeof pulse &&
        pulse.magic == FORMAT_PULSE_MAGIC && pulse.monotonic > run->start)
        run->seen = pulse.monotonic;
    archive_folder_close(&file);
}

void archive_run_json_free(struct archive_run *run)
{
    free(run->version);
    free(run->command);
    free(run->cwd);
    free(run->host);
    free(run->started);
    free(run->clock);
    free(run->options);
    free(run->part_of);
    free(run->query);
    free(run->script);
    free(run->commit);
}
