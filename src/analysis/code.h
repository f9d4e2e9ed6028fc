/* code.h: which regions are code of the program that can be made faster: not calls that wait,
 * communicate, or only create something. */
#ifndef ANALYSIS_CODE_H
#define ANALYSIS_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include <triptych/probes.h>

/* `kind`: enum tri_kind. */
static inline bool analysis_is_code(uint32_t kind)
{
    return kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP || kind == TRI_KIND_USER ||
           kind == TRI_KIND_IO || kind == TRI_KIND_TASK || kind == TRI_KIND_PARALLEL ||
           kind == TRI_KIND_WORK;
}

#endif
