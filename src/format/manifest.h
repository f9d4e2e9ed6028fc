/* manifest.h: the file `manifest` of an archive. After its first line it has a line for the marker
 * and for each file below tables/, source/ and foreign/ (of an unsealed archive: places/, deaths/
 * and loops/):
 *
 *   LENGTH CHECKSUM PATH
 *
 * The length is in bytes, the checksum in hexadecimal digits: format_sum() of the file's words, the
 * last one filled up with zeros, beginning with the length ^ FORMAT_MANIFEST_SEED. In the path,
 * which is relative to the archive, control characters and % are written as %XX. The last line has
 * the number of files and the checksum of all lines before it, beginning with the seed. */
#ifndef FORMAT_MANIFEST_H
#define FORMAT_MANIFEST_H

#include <stdint.h>

#define FORMAT_MANIFEST_FILE "manifest"
#define FORMAT_MANIFEST_FIRST "triptych manifest 1\n"
#define FORMAT_MANIFEST_LAST "end %zu %016llx\n"
#define FORMAT_MANIFEST_SEED UINT64_C(0x5472697074796368) /* "Triptych" */

#endif
