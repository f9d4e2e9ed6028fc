/* sample.h: the layout of the samples of a place's profiles, places/P/samples: what each lane did
 * between two samples. */
#ifndef FORMAT_SAMPLE_H
#define FORMAT_SAMPLE_H

#include <stdint.h>

/* `triptych run` reads the profiles of the running program from outside and appends one sample at a
 * time. When there are FORMAT_SAMPLES of them, every two successive ones are joined into one, in a
 * new file that replaces the old one. A sample is complete when all its bytes are there; what
 * follows the last complete one is not a sample.
 *
 *   header | sample | sample | ...
 *            sample: head, then for each lane with changes a part, then the part's entries */

#define FORMAT_SAMPLES_MAGIC UINT64_C(0x31504d4153495254) /* "TRISAMP1" */
#define FORMAT_SAMPLE_MARK UINT32_C(0x4c504d53)           /* "SMPL" */

enum { FORMAT_SAMPLES = 1000 };

struct format_samples {
    uint64_t magic;
    uint32_t version;
    uint32_t spare0;
    uint64_t interval; /* ns: sampling interval when the file was begun */
    uint64_t spare[5];
};

struct format_sample {
    uint32_t mark;
    uint32_t parts;
    uint64_t size; /* bytes, including this head */
};

/* A stretch of a lane's time; the next one of that lane begins where this one ends. */
struct format_sample_part {
    uint32_t lane; /* its number in the place */
    uint32_t entries;
    uint64_t from, to; /* ns, CLOCK_MONOTONIC */
};

struct format_sample_entry {
    uint32_t region; /* row of the region table; 0: outside all regions */
    uint32_t spare0;
    uint64_t time;   /* ns: exclusive time on all its call paths, approximately: a profile is read
                        while it is written */
    uint64_t visits; /* visits that began */
    uint64_t bytes;
};

_Static_assert(sizeof(struct format_samples) == 64, "samples");
_Static_assert(sizeof(struct format_sample) == 16, "sample");
_Static_assert(sizeof(struct format_sample_part) == 24, "sample part");
_Static_assert(sizeof(struct format_sample_entry) == 32, "sample entry");

#endif
