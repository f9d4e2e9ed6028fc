/* digest.h: digests of files' contents, each computed once per version of the file. */
#ifndef SCRIPT_JOURNAL_DIGEST_H
#define SCRIPT_JOURNAL_DIGEST_H

#include "util/interned.h"
#include "util/sha256.h"

#include <stdbool.h>
#include <stdint.h>

/* Zero-initialise it. */
struct digests {
    struct interned *names;
    struct digest_known *known;
    size_t room;
};

void digests_free(struct digests *digests);

/* Adds a file's content to a digest, or the fact that it cannot be read. A program is looked up
 * once and taken not to change. */
void digests_add_file(struct digests *digests, struct sha256 *to, const char *path,
                      bool is_program);

#endif
