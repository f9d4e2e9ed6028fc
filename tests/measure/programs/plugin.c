/* plugin.c: an instrumented library that host.c loads and unloads. */
#include "regions.h"

void plugin_call(void);

TRI_UNIT_BEGIN(1);

void plugin_call(void)
{
    TRI_ROUTINE(0);
}

static struct tri_region tri_regions[1] = {ROUTINE(0, "plugin_call")};
TRI_UNIT_END(1, __FILE__, "/nowhere");
