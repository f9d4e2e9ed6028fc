/* region.c: finds the region that a user means. */
#include "analysis/whatif.h"

#include "analysis/code.h"
#include "cube/region_keys.h"
#include "util/buffer.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED = 8 }; /* regions that an error names */

/* True if a text means a region with that label, "loop 2 of step (solver.c:14)": the whole of it,
 * the name, or what is in parentheses. */
static bool means(const char *text, const char *label)
{
    const char *open = strstr(label, " (");
    size_t size = strlen(text);
    if (!strcmp(text, label))
        return true;
    if (!open)
        return false;
    if (size == (size_t)(open - label) && !strncmp(text, label, size))
        return true;
    return words_begins(open + 2, text) && !strcmp(open + 2 + size, ")");
}

/* Adds the labels of the regions that the text means, or with NULL of the first ones of all.
 * Returns their number; *found is the last one. */
static size_t list(const struct archive *archive, const char *text, struct buffer *labels,
                   uint32_t *found)
{
    size_t count = 0;
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        if (!analysis_is_code(archive->regions.kind[i]))
            continue;
        char *label = cube_region_keys_label(archive, i);
        if (!text || means(text, label)) {
            *found = i;
            if (count < LISTED)
                buffer_printf(labels, "%s'%s'", count ? ", " : "", label);
            count++;
        }
        free(label);
    }
    if (count > LISTED)
        buffer_printf(labels, " and %zu more", count - LISTED);
    return count;
}

uint32_t analysis_whatif_region(const struct archive *archive, const char *text,
                                struct error *error)
{
    struct buffer labels = {0};
    uint32_t found = 0;
    size_t count = list(archive, text, &labels, &found);
    if (count > 1) {
        error_set(error, "'%s' means %zu regions: say which one: %s", text, count, labels.text);
    } else if (!count) {
        if (list(archive, NULL, &labels, &found))
            error_set(error, "there is no region '%s' in %s; there are %s", text, archive->path,
                      labels.text);
        else
            error_set(error,
                      "no routines or loops were measured in %s: build the program with "
                      "'triptych cc', or use 'triptych loops'",
                      archive->path);
    }
    buffer_free(&labels);
    return count == 1 ? found : 0;
}
