/* fortran_host.c: loads ./mixed.so, with Fortran inside, three times; the host itself has no probes
 * and no Fortran. */
#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    for (int i = 0; i < 3; i++) {
        void *library = dlopen("./mixed.so", RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            puts(dlerror());
            return 1;
        }
        void (*solve)(int, double *) = (void (*)(int, double *))dlsym(library, "solve");
        void (*report)(int) = (void (*)(int))dlsym(library, "report");
        double sum = 0;
        for (int k = 1; k <= 20; k++)
            solve(k, &sum);
        report(6);
        dlclose(library);
    }
    return 0;
}
