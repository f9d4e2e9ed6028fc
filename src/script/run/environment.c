/* environment.c: see environment.h */
#include "script/run/environment.h"

#include "util/memory.h"

#include <string.h>
#include <unistd.h>

/* True if a setting is of a variable, which may end before "=". */
static bool is_of(const char *setting, const char *variable)
{
    size_t size = strcspn(variable, "=");
    return !strncmp(setting, variable, size) && setting[size] == '=';
}

char **script_environment_change(const char **changes, bool ranks)
{
    static char oversubscribe[] = "OMPI_MCA_rmaps_base_oversubscribe=1";
    size_t old = 0, more = 0;
    while (environ[old])
        old++;
    while (changes && changes[more])
        more++;
    char **all = memory_zeroed(old + more + 2, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < old; i++) {
        bool kept = true;
        for (size_t j = 0; kept && j < more; j++)
            kept = !is_of(environ[i], changes[j]);
        if (kept)
            all[count++] = environ[i];
    }
    for (size_t j = 0; j < more; j++) {
        if (strchr(changes[j], '='))
            all[count++] = (char *)changes[j];
    }
    if (ranks)
        all[count++] = oversubscribe; /* cores are counted here */
    return all;
}
