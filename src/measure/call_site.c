/* call_site.c: see call_site.h */
#include "measure/call_site.h"

#include "measure/unwind/function.h"
#include "measure/unwind/tail_call.h"

#include <stdbool.h>
#include <string.h>

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* True for the name of an OpenMP construct. These names are written as in the source; compilers
 * call many functions for them. */
static bool is_openmp(const char *name)
{
    return begins(name, "omp ") || begins(name, "omp_") || begins(name, "implicit ") ||
           !strcmp(name, "end of parallel");
}

static bool is_of_runtime(const char *symbol)
{
    return begins(symbol, "GOMP_") || begins(symbol, "__kmpc_") || begins(symbol, "omp_");
}

static char small(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* True if a symbol belongs to the function of that name: printf is also __printf_chk, and MPI_Send
 * is also mpi_send_, mpi_send_f08_ or PMPI_Send. */
static bool is_called(const char *symbol, void *data)
{
    const char *name = data;
    if (is_openmp(name))
        return is_of_runtime(symbol);
    while (*symbol == '_')
        symbol++;
    if (begins(symbol, "isoc99_"))
        symbol += strlen("isoc99_");
    if (begins(symbol, "PMPI_") || begins(symbol, "pmpi_"))
        symbol++;
    while (*name && small(*name) == small(*symbol)) {
        name++;
        symbol++;
    }
    return !*name && (!*symbol || *symbol == '_' || !strcmp(symbol, "64"));
}

/* True if the region is the function at the address; archive/raw/call_sites.c decides the same
 * way. */
static bool is_function_itself(enum tri_kind kind, const char *name)
{
    return kind == TRI_KIND_TASK || kind == TRI_KIND_OBJECT || kind == TRI_KIND_PARALLEL ||
           kind == TRI_KIND_SPAWN || kind == TRI_KIND_WORK || !strcmp(name, "end of parallel");
}

bool call_site_of(enum tri_kind kind, const char *name, const void *address,
                  struct measure_address *found)
{
    struct measure_unwind_function function;
    struct measure_tail_calls calls = {.count = 0};
    uintptr_t at = (uintptr_t)address;
    void *data = (void *)(uintptr_t)name;
    bool begins = measure_unwind_function_of(at, &function) && function.start == at;
    if (!begins) {
        calls = measure_tail_calls_of(at, is_called, data);
    } else if (!is_function_itself(kind, name)) {
        calls = measure_tail_calls_in(at, is_called, data);
        at++; /* one byte into the function, so that the code before it is not meant */
    }
    if (!calls.count)
        return measure_address_of((const void *)at, found);
    if (!measure_address_of((const void *)calls.at[0], found))
        return false;
    for (unsigned i = 1; i < calls.count; i++)
        measure_address_add((const void *)calls.at[i], found);
    return true;
}
