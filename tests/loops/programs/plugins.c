/* Uses one library that it is linked with, and loads another one several times, not always to the
 * same addresses. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

void plugin_work(long n);

int main(void)
{
    plugin_work(100);
    for (long i = 0; i < 4; i++) {
        void *library = dlopen("libloaded.so", RTLD_NOW | RTLD_LOCAL); /* found by RUNPATH */
        if (!library) {
            puts(dlerror());
            return 1;
        }
        void (*work)(long) = (void (*)(long))dlsym(library, "plugin_work");
        uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), page = (uintptr_t)work & ~(size - 1);
        work(1000 + i);
        dlclose(library);
        if (i == 1) /* so that it must go elsewhere the next time */
            printf("%d\n",
                   mmap((void *)page, size, PROT_READ,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == (void *)page);
    }
    return 3;
}
