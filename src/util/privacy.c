/* privacy.c: see privacy.h */
#include "util/privacy.h"

#include <stdbool.h>
#include <sys/stat.h>

static bool begun;
static mode_t before;

void privacy_begin(void)
{
    if (!begun)
        before = umask(077);
    begun = true;
}

void privacy_leave(void)
{
    if (begun)
        umask(before);
    begun = false;
}
