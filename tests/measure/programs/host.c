/* host.c: loads ./plugin.so five times, calls it three times each; the host itself has no probes.
 */
#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    for (int i = 0; i < 5; i++) {
        void *plugin = dlopen("./plugin.so", RTLD_NOW);
        if (!plugin) {
            puts(dlerror());
            return 1;
        }
        void (*call)(void) = (void (*)(void))dlsym(plugin, "plugin_call");
        for (int k = 0; k < 3; k++)
            call();
        dlclose(plugin);
    }
    return 0;
}
