/* pieces.c: see pieces.h */
#include "script/streams/pieces.h"

#include "script/streams/flow.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void add_sum(struct script_pieces *pieces, const struct flow_piece *piece)
{
    uint32_t number = pairs_add(&pieces->tasks, piece->task, 0, (uint32_t)pieces->sum_count);
    if (number == pieces->sum_count) {
        pieces->sums = memory_grow(pieces->sums, &pieces->sum_room, pieces->sum_count + 1,
                                   sizeof *pieces->sums);
        pieces->sums[pieces->sum_count++] = 0;
    }
    pieces->sums[number] += piece->size;
}

void script_pieces_read(struct script_pieces *pieces, const char *path)
{
    *pieces = (struct script_pieces){0};
    char *index = memory_printf("%s.index", path);
    int file = open(index, O_RDONLY | O_CLOEXEC);
    struct stat status, data;
    free(index);
    if (file < 0)
        return;
    if (fstat(file, &status) == 0 && stat(path, &data) == 0 && status.st_size > 0) {
        size_t count = (size_t)status.st_size / sizeof *pieces->list;
        pieces->list = memory_zeroed(count + 1, sizeof *pieces->list);
        ssize_t got = read(file, pieces->list, count * sizeof *pieces->list);
        count = got > 0 ? (size_t)got / sizeof *pieces->list : 0;
        uint64_t end = 0;
        for (; pieces->count < count; pieces->count++) {
            const struct flow_piece *piece = &pieces->list[pieces->count];
            if (piece->size > (uint64_t)data.st_size - end)
                break;
            end += piece->size;
            add_sum(pieces, piece);
        }
    }
    close(file);
}

void script_pieces_free(struct script_pieces *pieces)
{
    free(pieces->list);
    free(pieces->sums);
    pairs_free(&pieces->tasks);
}

uint64_t script_pieces_of(const struct script_pieces *pieces, uint32_t task)
{
    uint32_t number = pairs_find(&pieces->tasks, task, 0);
    return number == PAIRS_NONE ? 0 : pieces->sums[number];
}

static bool copy_bytes(int from, off_t at, int to, uint64_t size)
{
    char block[65536];
    while (size) {
        size_t most = size < sizeof block ? (size_t)size : sizeof block;
        ssize_t got = pread(from, block, most, at);
        if (got <= 0 || write(to, block, (size_t)got) != got)
            return false;
        at += got;
        size -= (uint64_t)got;
    }
    return true;
}

bool script_pieces_copy(const struct script_pieces *pieces, const char *from, const char *to,
                        const struct pairs *numbers, uint64_t *copied, struct error *error)
{
    char *index = memory_printf("%s.index", to);
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int out_index = open(index, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    bool good = in >= 0 && out >= 0 && out_index >= 0;
    off_t at = 0;
    for (size_t i = 0; good && i < pieces->count; i++) {
        struct flow_piece piece = pieces->list[i];
        uint32_t number = pairs_find(numbers, piece.task, 0);
        if (number != PAIRS_NONE) {
            struct flow_piece same = {.task = number, .size = piece.size};
            good = copy_bytes(in, at, out, piece.size) &&
                   write(out_index, &same, sizeof same) == (ssize_t)sizeof same;
            *copied += piece.size;
        }
        at += (off_t)piece.size;
    }
    if (!good)
        error_errno(error, "cannot continue the stream in %s", to);
    free(index);
    for (const int *fd = (const int[]){in, out, out_index, -2}; *fd != -2; fd++) {
        if (*fd >= 0)
            close(*fd);
    }
    return good;
}
