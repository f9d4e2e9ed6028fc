/* programs.c: see programs.h */
#include "script/run/programs.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void script_programs_free(struct script_programs *programs)
{
    for (uint32_t i = 0; programs->names && i < interned_count(programs->names); i++)
        free(programs->paths[i]);
    free(programs->paths);
    if (programs->names)
        interned_free(programs->names);
    *programs = (struct script_programs){0};
}

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

static char *search(const char *name)
{
    const char *path = getenv("PATH");
    char *list = memory_string(path ? path : "/usr/bin:/bin"), *rest = list, *found = NULL;
    for (const char *folder; !found && (folder = strsep(&rest, ":"));) {
        found = memory_printf("%s/%s", *folder ? folder : ".", name);
        if (!is_program(found)) {
            free(found);
            found = NULL;
        }
    }
    free(list);
    if (!found && is_program(name))
        found = memory_printf("./%s", name);
    return found;
}

const char *script_programs_find(struct script_programs *programs, const char *name,
                                 struct error *error)
{
    if (strchr(name, '/'))
        return name;
    if (!programs->names)
        programs->names = interned_new();
    uint32_t before = interned_count(programs->names);
    uint32_t number = interned_add_text(programs->names, name);
    programs->paths =
        memory_grow(programs->paths, &programs->room, (size_t)number + 1, sizeof *programs->paths);
    if (number == before)
        programs->paths[number] = search(name);
    if (!programs->paths[number])
        error_set(error, "there is no program %s", name);
    return programs->paths[number];
}
