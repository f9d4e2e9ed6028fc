/* earlier.c: see earlier.h */
#include "script/journal/earlier.h"

#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int digit(char byte)
{
    return byte >= '0' && byte <= '9'   ? byte - '0'
           : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
                                        : -1;
}

static bool read_key(const char *text, unsigned char key[SHA256_SIZE])
{
    if (!text || strlen(text) != 2 * (size_t)SHA256_SIZE)
        return false;
    for (size_t i = 0; i < SHA256_SIZE; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        key[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

/* Takes a line of the journal. */
static void take_record(struct earlier *earlier, json_t *record)
{
    unsigned char key[SHA256_SIZE];
    json_int_t task = json_integer_value(json_object_get(record, "task"));
    json_int_t stream = json_integer_value(json_object_get(record, "stream"));
    json_int_t stored = json_integer_value(json_object_get(record, "stored"));
    if (!read_key(json_string_value(json_object_get(record, "done")), key) || task < 0 ||
        task >= UINT32_MAX || stored < 0)
        return;
    uint32_t before = interned_count(earlier->keys);
    uint32_t number = interned_add(earlier->keys, key, sizeof key);
    earlier->first = memory_grow(earlier->first, &earlier->first_room, (size_t)number + 1,
                                 sizeof *earlier->first);
    if (number == before)
        earlier->first[number] = 0;
    earlier->tasks =
        memory_grow(earlier->tasks, &earlier->room, earlier->count + 1, sizeof *earlier->tasks);
    earlier->tasks[earlier->count++] = (struct earlier_task){
        .record = json_incref(record),
        .task = (uint32_t)task,
        .stream = stream >= 0 && stream < UINT32_MAX ? (uint32_t)stream : UINT32_MAX,
        .stored = (uint64_t)stored,
        .next = earlier->first[number],
    };
    earlier->first[number] = (uint32_t)earlier->count;
}

void earlier_read(struct earlier *earlier, const char *folder)
{
    *earlier = (struct earlier){.folder = memory_string(folder), .keys = interned_new()};
    char *path = memory_printf("%s/journal", folder), *line = NULL;
    FILE *in = fopen(path, "re");
    size_t room = 0;
    for (ssize_t size; in && (size = getline(&line, &room, in)) > 0;) {
        json_error_t problem;
        json_t *record = json_loadb(line, (size_t)size, 0, &problem);
        if (json_is_object(record))
            take_record(earlier, record);
        json_decref(record);
    }
    free(line);
    free(path);
    if (in)
        fclose(in);
}

void earlier_free(struct earlier *earlier)
{
    for (size_t i = 0; i < earlier->count; i++)
        json_decref(earlier->tasks[i].record);
    for (size_t i = 0; i < earlier->stream_room; i++) {
        if (earlier->read[i])
            script_pieces_free(&earlier->streams[i]);
    }
    free(earlier->tasks);
    free(earlier->first);
    free(earlier->streams);
    free(earlier->read);
    free(earlier->folder);
    interned_free(earlier->keys);
}

const struct earlier_task *earlier_take(struct earlier *earlier,
                                        const unsigned char key[SHA256_SIZE])
{
    uint32_t number = interned_find(earlier->keys, key, SHA256_SIZE);
    if (number == UINT32_MAX || !earlier->first[number])
        return NULL;
    const struct earlier_task *task = &earlier->tasks[earlier->first[number] - 1];
    earlier->first[number] = task->next;
    return task;
}

bool earlier_has_files(const struct earlier_task *task)
{
    const json_t *files = json_object_get(task->record, "files");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *file = json_array_get(files, i);
        const char *path = json_string_value(json_array_get(file, 0));
        struct stat status;
        if (!path || stat(path, &status) != 0 ||
            status.st_size != json_integer_value(json_array_get(file, 1)) ||
            (json_int_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec !=
                json_integer_value(json_array_get(file, 2)))
            return false;
    }
    return true;
}

const struct script_pieces *earlier_pieces(struct earlier *earlier, uint32_t stream)
{
    if (stream >= earlier->stream_room) {
        size_t before = earlier->stream_room, room = before;
        earlier->streams =
            memory_grow(earlier->streams, &room, (size_t)stream + 1, sizeof *earlier->streams);
        size_t other = before;
        earlier->read =
            memory_grow(earlier->read, &other, (size_t)stream + 1, sizeof *earlier->read);
        room = room < other ? room : other;
        memset(earlier->read + before, 0, (room - before) * sizeof *earlier->read);
        earlier->stream_room = room;
    }
    if (!earlier->read[stream]) {
        char *path = memory_printf("%s/streams/%u", earlier->folder, stream);
        script_pieces_read(&earlier->streams[stream], path);
        earlier->read[stream] = true;
        free(path);
    }
    return &earlier->streams[stream];
}

bool earlier_has_output(struct earlier *earlier, const struct earlier_task *task)
{
    if (!task->stored)
        return true;
    if (task->stream == UINT32_MAX)
        return false;
    return script_pieces_of(earlier_pieces(earlier, task->stream), task->task) == task->stored;
}
