/* cycles_class.c: see cycles_class.h */
#include "archive/cycles_class.h"

#include <triptych/probes.h>

const char *cycles_class_word(enum cycles_class class)
{
    static const char *const words[] = {
        [CYCLES_PROGRAM] = "program", [CYCLES_RUNTIME] = "runtime", [CYCLES_SEND] = "send",
        [CYCLES_RECEIVE] = "receive", [CYCLES_SYNC] = "sync",       [CYCLES_IO] = "io",
        [CYCLES_IDLE] = "idle",
    };
    return class < CYCLES_CLASSES ? words[class] : "";
}

enum cycles_class cycles_class_of(const struct archive *archive, uint32_t region, uint32_t lane)
{
    switch (archive->regions.kind[region]) {
    case TRI_KIND_SPAWN:
    case TRI_KIND_PARALLEL:
    case TRI_KIND_RELEASE:
        return CYCLES_RUNTIME;
    case TRI_KIND_FINISH:
    case TRI_KIND_CLOCK:
    case TRI_KIND_ATOMIC:
        return CYCLES_SYNC;
    case TRI_KIND_IO:
    case TRI_KIND_FILE:
        return CYCLES_IO;
    case TRI_KIND_COMM:
        return archive->regions.flags[region] & TRI_WRITES  ? CYCLES_SEND
               : archive->regions.flags[region] & TRI_READS ? CYCLES_RECEIVE
                                                            : CYCLES_RUNTIME;
    case 0:
        return archive->lanes.pool[lane] ? CYCLES_IDLE : CYCLES_PROGRAM;
    default:
        return CYCLES_PROGRAM;
    }
}
