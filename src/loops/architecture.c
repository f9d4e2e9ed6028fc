/* architecture.c: see architecture.h */
#include "loops/architecture.h"

const struct loops_architecture *loops_architecture_of(unsigned machine)
{
    static const struct loops_architecture *const known[] = {&aarch64_architecture,
                                                             &loops_x86_64_architecture};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i]->machine == machine)
            return known[i];
    }
    return NULL;
}
