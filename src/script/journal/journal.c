/* journal.c: see journal.h
 *
 * Every line is written at once, so that killing the process loses none; once per second at most,
 * it is also made safe against a crash of the machine. */
#include "script/journal/journal.h"

#include "script/journal/keys.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct script_journal {
    int file;
    time_t synced;
    struct keys keys;
    const struct script_graph *graph;
};

static char *path_in(const char *folder)
{
    return memory_printf("%s/journal", folder);
}

struct script_journal *script_journal_new(const char *folder, const struct script_graph *graph,
                                          struct error *error)
{
    char *path = path_in(folder);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0)
        error_errno(error, "cannot write %s", path);
    free(path);
    if (file < 0)
        return NULL;
    struct script_journal *journal = memory_zeroed(1, sizeof *journal);
    journal->file = file;
    journal->graph = graph;
    keys_begin(&journal->keys, graph);
    return journal;
}

void script_journal_free(struct script_journal *journal)
{
    if (!journal)
        return;
    fdatasync(journal->file);
    close(journal->file);
    keys_end(&journal->keys);
    free(journal);
}

const unsigned char *script_journal_begin(struct script_journal *journal, uint32_t task)
{
    return keys_of(&journal->keys, task);
}

static bool write_line(struct script_journal *journal, json_t *record, struct error *error)
{
    char *text = json_dumps(record, JSON_COMPACT);
    char *line = memory_printf("%s\n", text ? text : "{}");
    size_t size = strlen(line), done = 0;
    for (ssize_t part = 1; done < size && (part > 0 || errno == EINTR);
         done += part > 0 ? (size_t)part : 0)
        part = write(journal->file, line + done, size - done);
    bool good = done == size;
    free(line);
    free(text);
    json_decref(record);
    time_t now = time(NULL);
    if (good && now != journal->synced) {
        fdatasync(journal->file);
        journal->synced = now;
    }
    return good || error_errno(error, "cannot write the journal");
}

/* Adds a file that the task wrote, by which a later run knows that it is still there. */
static void add_file(json_t *files, const struct script_task *task, const char *file)
{
    struct stat status;
    char *path = task->folder && file[0] != '/' ? memory_printf("%s/%s", task->folder, file)
                                                : memory_string(file);
    if (stat(path, &status) == 0)
        json_array_append_new(files, json_pack("[s, I, I]", path, (json_int_t)status.st_size,
                                               (json_int_t)status.st_mtim.tv_sec * 1000000000 +
                                                   status.st_mtim.tv_nsec));
    free(path);
}

static json_t *hexadecimal(const unsigned char key[SHA256_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    char text[2 * SHA256_SIZE];
    for (size_t i = 0; i < SHA256_SIZE; i++) {
        text[2 * i] = digits[key[i] >> 4];
        text[2 * i + 1] = digits[key[i] & 15];
    }
    return json_stringn(text, sizeof text);
}

bool script_journal_done(struct script_journal *journal, uint32_t number,
                         const struct script_task_run *run, struct error *error)
{
    const struct script_task *task = &journal->graph->tasks[number];
    json_t *files = json_array();
    if (task->out.kind == SCRIPT_END_FILE)
        add_file(files, task, task->out.file);
    for (const char **file = task->outputs; file && *file; file++)
        add_file(files, task, *file);
    json_t *record = json_pack(
        "{s:o, s:i, s:s, s:i, s:I, s:i, s:I, s:I, s:o}", "done",
        hexadecimal(journal->keys.list[number]), "task", (int)number, "name", task->name, "stream",
        task->out.kind == SCRIPT_END_STREAM && run->is_stored ? (int)task->out.stream : -1,
        "stored", (json_int_t)run->stored, "attempts", (int)run->attempts, "start",
        (json_int_t)run->start, "end", (json_int_t)run->end, "files", files);
    if (record)
        json_object_set_new(record, "seconds", json_real(run->own));
    if (record && run->is_counted)
        json_object_set_new(record, "bytes", json_integer((json_int_t)run->written));
    if (!record)
        return error_set(error, "cannot describe the task %s in the journal", task->name);
    return write_line(journal, record, error);
}

bool script_journal_again(struct script_journal *journal, uint32_t number, json_t *record,
                          struct error *error)
{
    const struct script_task *task = &journal->graph->tasks[number];
    json_t *copy = json_copy(record);
    json_object_set_new(copy, "task", json_integer(number));
    if (json_integer_value(json_object_get(copy, "stream")) >= 0 &&
        task->out.kind == SCRIPT_END_STREAM)
        json_object_set_new(copy, "stream", json_integer(task->out.stream));
    return write_line(journal, copy, error);
}

bool script_journal_end(struct script_journal *journal, const struct script_run_result *result,
                        struct error *error)
{
    json_int_t done = (json_int_t)result->counts[SCRIPT_DONE];
    done += (json_int_t)result->counts[SCRIPT_KEPT];
    json_t *record = json_pack("{s:{s:I, s:I}}", "end", "done", done, "failed",
                               (json_int_t)result->counts[SCRIPT_FAILED]);
    return write_line(journal, record, error);
}

json_t *script_journal_inputs(const struct script_journal *journal)
{
    json_t *inputs = json_object();
    const struct digests *digests = &journal->keys.digests;
    for (uint32_t i = 0; digests->names && i < interned_count(digests->names); i++) {
        const unsigned char *digest = digests_known(digests, i);
        if (digest)
            json_object_set_new(inputs, interned_text(digests->names, i), hexadecimal(digest));
    }
    return inputs;
}

bool script_journal_is_interrupted(const char *folder)
{
    char *path = path_in(folder), tail[256] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    free(path);
    if (file < 0)
        return false;
    off_t size = lseek(file, 0, SEEK_END), from = size > 255 ? size - 255 : 0;
    ssize_t got = pread(file, tail, sizeof tail - 1, from);
    close(file);
    return size > 0 && !(got > 0 && strstr(tail, "{\"end\":"));
}
