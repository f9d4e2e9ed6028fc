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

/* Returns the digest of a file by its number in `names`; NULL: it cannot be read. */
const unsigned char *digests_known(const struct digests *digests, uint32_t number);

#endif
