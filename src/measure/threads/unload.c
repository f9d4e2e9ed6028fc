/* unload.c: interposes dlclose: another library may be loaded at the addresses that become free. */
#include "measure/act.h"
#include "measure/callers.h"
#include "measure/listen.h"
#include "measure/object.h"
#include "measure/openmp/calls.h"
#include "measure/stacks/stacks.h"
#include "measure/threads/wait.h"

#include <dlfcn.h>

REAL_STAND_IN int dlclose(void *library)
{
    int result = REAL(dlclose)(library);
    if (result == 0 && __atomic_load_n(&listen_to, __ATOMIC_RELAXED) && !listen_busy) {
        measure_callers_forget_unloaded();
        measure_act_forget_unloaded();
        measure_object_forget_unloaded();
        wait_forget_sites();
        measure_stacks_forget_unloaded();
    }
    if (result == 0 && !listen_busy)
        measure_calls_forget_unloaded();
    return result;
}
