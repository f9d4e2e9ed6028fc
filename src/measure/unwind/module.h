/* module.h: the description of the frames of a loaded module, found by an address of its code. */
#ifndef MEASURE_UNWIND_MODULE_H
#define MEASURE_UNWIND_MODULE_H

#include <stdbool.h>
#include <stdint.h>

struct unwind_module {
    const uint8_t *header; /* .eh_frame_hdr */
    const uint8_t *end;    /* of the segment that it is in */
    const uint8_t *start;  /* of the same */
};

/* False: there is none. */
bool unwind_module_of(uintptr_t pc, struct unwind_module *module);

/* Whether there is code at an address, which can be read. */
bool unwind_is_code(uintptr_t at);

#endif
