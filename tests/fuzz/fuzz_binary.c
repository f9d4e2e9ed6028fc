/* fuzz_binary.c: takes whatever it is given for an executable: finds its functions and loops, and
 * makes a plan of it. */
#include "loops/flow/outline.h"
#include "loops/plan/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_outline(const struct loops_outline *outline)
{
    for (size_t i = 0; i < outline->function_count; i++) {
        const struct loops_outline_function *function = &outline->functions[i];
        check(function->function->start < function->function->end);
        check(function->has_flow || (function->why && !function->loop_count));
        check(function->first_loop + function->loop_count <= outline->loop_count);
        for (size_t k = 0; k < function->loop_count; k++) {
            const struct loops_outline_loop *loop = &outline->loops[function->first_loop + k];
            check(loop->known.parent == UINT32_MAX || loop->known.parent < k);
            check(loop->blocks && loop->blocks <= function->blocks);
            check(loop->back_count && loop->first_back + loop->back_count <= outline->back_count);
        }
    }
}

static void look(const char *path)
{
    struct error error = {0};
    struct loops_outline outline;
    struct loops_plan plan = {0};
    struct loops_binary *binary = loops_binary_open(path, &error);
    if (!binary)
        return;
    loops_outline_begin(&outline, binary);
    check_outline(&outline);
    loops_outline_end(&outline);
    loops_rewrite_all(binary, &plan);
    loops_plan_discard(&plan);
    loops_binary_close(binary);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    char path[64];
    int file = memfd_create("binary", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    look(path);
    close(file);
    return 0;
}
