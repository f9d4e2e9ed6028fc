/* environment.c: see environment.h */
#include "launch/environment.h"

#include "util/memory.h"

#include <stdlib.h>

void launch_environment_put_in_front(const char *variable, const char *text)
{
    const char *others = getenv(variable);
    char *all = memory_printf("%s%s%s", text, others && *others ? ":" : "", others ? others : "");
    setenv(variable, all, 1);
    free(all);
}

void launch_environment_calm_sanitizers(void)
{
    static const char calm[] =
        "verify_asan_link_order=0"; /* the user's own options come later, and win */
    launch_environment_put_in_front("ASAN_OPTIONS", calm);
    launch_environment_put_in_front("HWASAN_OPTIONS", calm);
}
