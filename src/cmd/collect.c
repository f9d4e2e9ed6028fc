/* collect.c: see collect.h */
#include "cmd/collect.h"

#include "cmd/paths.h"
#include "format/place.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool collect_read(const char *words)
{
    if (!strcmp(words, "none"))
        return true;
    for (const char *at = words;; at++) {
        size_t size = strcspn(at, ",");
        if (!format_collector(at, size))
            return false;
        at += size;
        if (!*at)
            return true;
    }
}

void collect_set_environment(const char *words, char **command)
{
    (void)command;
    char *library = memory_printf("%s/libtriptych-listen.so", paths_library());
    unsetenv("TRIPTYCH_COLLECT");
    if (strcmp(words, "none") != 0 && access(library, R_OK) == 0) {
        const char *others = getenv("LD_PRELOAD");
        char *preload =
            memory_printf("%s%s%s", library, others && *others ? ":" : "", others ? others : "");
        setenv("TRIPTYCH_COLLECT", words, 1);
        setenv("LD_PRELOAD", preload, 1);
        free(preload);
    }
    free(library);
}
