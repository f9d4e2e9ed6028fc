/* module.h: finds the frame descriptions of a loaded module by an address of its code. */
#ifndef MEASURE_UNWIND_MODULE_H
#define MEASURE_UNWIND_MODULE_H

#include <stdbool.h>
#include <stdint.h>

struct unwind_module {
    const uint8_t *header; /* .eh_frame_hdr */
    const uint8_t *end;    /* end of the segment that contains it */
    const uint8_t *start;  /* start of that segment */
};

/* Finds the module at `pc`. False if there is none, or if it has no frame descriptions. */
bool unwind_module_of(uintptr_t pc, struct unwind_module *module);

/* True if the address is in readable code. */
bool unwind_is_code(uintptr_t at);

#endif
