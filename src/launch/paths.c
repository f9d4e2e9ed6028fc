/* paths.c: see paths.h */
#include "launch/paths.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Returns the prefix of an installed triptych (PREFIX/bin/triptych), even if it was moved; NULL in
 * a build folder. */
static const char *prefix(void)
{
    static char found[PATH_MAX];
    static bool looked;
    if (looked)
        return found[0] ? found : NULL;
    looked = true;
    ssize_t size = readlink("/proc/self/exe", found, sizeof found - 1);
    found[size > 0 ? size : 0] = '\0';
    char *bin = strstr(found, "/bin/triptych");
    if (bin && !strcmp(bin, "/bin/triptych")) {
        *bin = '\0';
        return found;
    }
    found[0] = '\0';
    return NULL;
}

/* Returns the path below the real prefix that `configured` is below the configured one. */
static const char *below_prefix(char *room, const char *configured, const char *in_build)
{
    const char *real = prefix();
    size_t skip = strlen(INSTALL_PREFIX);
    if (!real || strncmp(configured, INSTALL_PREFIX, skip) != 0)
        return real ? configured : in_build;
    snprintf(room, PATH_MAX, "%s%s", real, configured + skip);
    return room;
}

const char *launch_paths_library(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_LIBRARY, BUILD_LIBRARY);
}

const char *launch_paths_include(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_INCLUDE, BUILD_INCLUDE);
}

const char *launch_paths_examples(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_EXAMPLES, BUILD_EXAMPLES);
}

const char *launch_paths_metaprogram(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_LIBRARY "/triptych-metaprogram",
                        BUILD_METAPROGRAM "/triptych-metaprogram");
}

const char *launch_paths_script_reader(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_LIBRARY "/triptych-script-reader",
                        BUILD_SCRIPT_READER "/triptych-script-reader");
}

const char *launch_paths_script_agent(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_LIBRARY "/triptych-script-agent",
                        BUILD_SCRIPT_AGENT "/triptych-script-agent");
}

const char *launch_paths_simulate(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_LIBRARY "/triptych-simulate",
                        BUILD_SIMULATE "/triptych-simulate");
}

const char *launch_paths_valgrind(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_VALGRIND, BUILD_VALGRIND);
}

const char *launch_paths_vocabularies(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_VOCABULARIES, BUILD_VOCABULARIES);
}

const char *launch_paths_collector(void)
{
    static char room[PATH_MAX];
    return below_prefix(room, INSTALL_COLLECTOR, "");
}
