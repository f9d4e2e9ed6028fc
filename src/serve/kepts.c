/* kepts.c: see kepts.h */
#include "serve/kepts.h"

#include <stdlib.h>

/* Bytes of the pictures of all filters of a run; that of the filter in force is kept in any case.
 */
#define MOST_BYTES ((size_t)120 << 20)

void serve_kepts_drop(struct serve_kept *kept)
{
    cube_kept_free(kept->picture);
    archive_excerpt_rows_free(&kept->rows);
    free(kept->filter);
    *kept = (struct serve_kept){0};
}

void serve_kepts_free(struct serve_kepts *kepts)
{
    for (int i = 0; kepts && i < SERVE_KEPTS; i++)
        serve_kepts_drop(&kepts->all[i]);
    free(kepts);
}

void serve_kepts_make_room(struct serve_kepts *kepts, const struct serve_kept *own)
{
    for (;;) {
        struct serve_kept *oldest = NULL;
        size_t bytes = cube_kept_bytes(own->picture);
        for (int i = 0; i < SERVE_KEPTS; i++) {
            struct serve_kept *kept = &kepts->all[i];
            if (kept == own || !kept->picture)
                continue;
            bytes += cube_kept_bytes(kept->picture);
            oldest = oldest && oldest->used < kept->used ? oldest : kept;
        }
        if (!oldest || bytes <= MOST_BYTES)
            return;
        cube_kept_free(oldest->picture);
        oldest->picture = NULL;
    }
}
