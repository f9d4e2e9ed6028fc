/* earlier.h: reads what an earlier run has done. */
#ifndef SCRIPT_JOURNAL_EARLIER_H
#define SCRIPT_JOURNAL_EARLIER_H

#include "script/streams/pieces.h"
#include "util/interned.h"
#include "util/sha256.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* A task that was done. */
struct earlier_task {
    json_t *record;
    uint32_t task;   /* its number then */
    uint32_t stream; /* in which its output is stored; UINT32_MAX: none */
    uint64_t stored; /* bytes there */
    uint32_t next;   /* another one with the same key, plus 1; 0: none */
};

struct earlier {
    char *folder;
    struct interned *keys; /* of 32 bytes */
    uint32_t *first;       /* by key: the first task that is not yet taken, plus 1 */
    size_t first_room;
    struct earlier_task *tasks;
    size_t count, room;
    struct script_pieces *streams; /* by number, as far as they were asked for */
    bool *read;
    size_t stream_room;
};

/* Reads the journal in a folder. What is damaged is as if it had not been done. */
void earlier_read(struct earlier *earlier, const char *folder);
void earlier_free(struct earlier *earlier);

/* Takes a task by its key; NULL if there is none left. */
const struct earlier_task *earlier_take(struct earlier *earlier,
                                        const unsigned char key[SHA256_SIZE]);

/* True if the files that a task wrote are as it left them. */
bool earlier_has_files(const struct earlier_task *task);

/* True if all that a task wrote into its stream is there. */
bool earlier_has_output(struct earlier *earlier, const struct earlier_task *task);

/* Returns the pieces of an earlier stream. */
const struct script_pieces *earlier_pieces(struct earlier *earlier, uint32_t stream);

#endif
