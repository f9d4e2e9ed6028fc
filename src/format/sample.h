/* sample.h: the layout of the samples of a place's profiles, places/P/samples: what each lane did
 * between two looks at them. */
#ifndef FORMAT_SAMPLE_H
#define FORMAT_SAMPLE_H

#include <stdint.h>

/* `triptych run` looks at the profiles of the running program from outside and appends a sample at
 * a time. When there are FORMAT_SAMPLES of them, each two become one, in a new file that takes the
 * old one's name. A sample is complete when all its bytes are there; what is behind the last
 * complete one is no sample.
 *
 * The file: a header, then samples. A sample: its head, then for each lane in which something was
 * seen a part, then the part's entries. */

#define FORMAT_SAMPLES_MAGIC UINT64_C(0x31504d4153495254) /* "TRISAMP1" */
#define FORMAT_SAMPLE_MARK UINT32_C(0x4c504d53)           /* "SMPL" */

enum { FORMAT_SAMPLES = 1000 };

struct format_samples {
    uint64_t magic;
    uint32_t version;
    uint32_t spare0;
    uint64_t interval; /* ns: from one to the next, as it was meant when the file was begun */
    uint64_t spare[5];
};

struct format_sample {
    uint32_t mark;
    uint32_t parts;
    uint64_t size; /* bytes, this head included */
};

/* A stretch of a lane's time; the next one of that lane begins where this one ends. */
struct format_sample_part {
    uint32_t lane; /* its number in the place */
    uint32_t entries;
    uint64_t from, to; /* ns, CLOCK_MONOTONIC */
};

struct format_sample_entry {
    uint32_t region; /* row of the region table; 0: outside of all regions */
    uint32_t spare0;
    uint64_t time;   /* ns: in the region itself, on all its call paths; about: a profile is read
                        while it is written */
    uint64_t visits; /* that began */
    uint64_t bytes;
};

_Static_assert(sizeof(struct format_samples) == 64, "samples");
_Static_assert(sizeof(struct format_sample) == 16, "sample");
_Static_assert(sizeof(struct format_sample_part) == 24, "sample part");
_Static_assert(sizeof(struct format_sample_entry) == 32, "sample entry");

#endif
