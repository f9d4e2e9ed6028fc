/* marker.h: the layout of the file `archive` in an archive. It says that Triptych made the folder,
 * so that `--force` may replace it. */
#ifndef FORMAT_MARKER_H
#define FORMAT_MARKER_H

#include <stdint.h>

#define FORMAT_MARKER_FILE "archive"
#define FORMAT_MARKER_MAGIC UINT64_C(0x314b52414d495254) /* "TRIMARK1" */

struct format_marker {
    uint64_t magic;
    uint64_t spare;
};

#endif
