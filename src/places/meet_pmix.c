/* meet_pmix.c: the launcher of Open MPI, and `srun --mpi=pmix`: PMIx, by its library, which is
 * looked for when it is needed (R. H. Castain et al., PMIx: process management for exascale
 * environments, Parallel Computing 79, 2018). What is declared here is the same in PMIx 2 to 5. */
#include "places/meet.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMESPACE = 256, KEY = 512, TYPE_BOOL = 1, TYPE_STRING = 3, SCOPE_GLOBAL = 3 };
#define EVERYBODY (UINT32_MAX - 1)

struct process {
    char space[NAMESPACE];
    uint32_t rank;
};

struct value {
    uint16_t type;
    union {
        bool flag;
        char *string;
        char room[56]; /* at least that of all versions: 24 bytes in PMIx 4 */
    } data;
};

struct info {
    char key[KEY];
    uint32_t flags;
    struct value value;
};

struct pmix {
    int (*init)(struct process *self, struct info *info, size_t count);
    int (*put)(uint8_t scope, const char *key, struct value *value);
    int (*commit)(void);
    int (*fence)(const struct process *who, size_t count, const struct info *info, size_t infos);
    int (*get)(const struct process *whose, const char *key, const struct info *info, size_t count,
               struct value **value);
    int (*finalize)(const struct info *info, size_t count);
};

/* Old versions of glibc have them in a library of its own, with which the program may be linked. */
#pragma weak dlopen
#pragma weak dlsym

static struct pmix pmix;
static bool begun;

static bool load(char why[MEET_WHY])
{
    static const struct {
        const char *name;
        size_t at;
    } functions[] = {{"PMIx_Init", offsetof(struct pmix, init)},
                     {"PMIx_Put", offsetof(struct pmix, put)},
                     {"PMIx_Commit", offsetof(struct pmix, commit)},
                     {"PMIx_Fence", offsetof(struct pmix, fence)},
                     {"PMIx_Get", offsetof(struct pmix, get)},
                     {"PMIx_Finalize", offsetof(struct pmix, finalize)}};
    void *library = dlopen ? dlopen("libpmix.so.2", RTLD_NOW | RTLD_GLOBAL) : NULL;
    if (!library && dlopen)
        library = dlopen("libpmix.so", RTLD_NOW | RTLD_GLOBAL);
    snprintf(why, MEET_WHY, "the launcher speaks PMIx, and %s",
             dlopen ? "libpmix.so.2 is not found" : "the program is not linked with -ldl");
    for (size_t i = 0; library && i < sizeof functions / sizeof functions[0]; i++) {
        void *found = dlsym(library, functions[i].name);
        if (!found)
            return false;
        memcpy((char *)&pmix + functions[i].at, &found, sizeof found);
    }
    return library != NULL;
}

static bool fail(const char *what, int error, char why[MEET_WHY])
{
    snprintf(why, MEET_WHY, "PMIx: %s gave the error %d", what, error);
    return false;
}

static bool put(int here, const char *mine, char why[MEET_WHY])
{
    char key[40];
    struct value value = {.type = TYPE_STRING, .data.string = (char *)(uintptr_t)mine};
    snprintf(key, sizeof key, "tri-place-%d", here);
    int error = pmix.put(SCOPE_GLOBAL, key, &value);
    if (!error)
        error = pmix.commit();
    return !error || fail("PMIx_Put", error, why);
}

static bool fence(const struct process *self, char why[MEET_WHY])
{
    struct process all = *self;
    struct info collect = {.key = "pmix.collect", .value = {.type = TYPE_BOOL, .data.flag = true}};
    all.rank = EVERYBODY;
    int error = pmix.fence(&all, 1, &collect, 1);
    return !error || fail("PMIx_Fence", error, why);
}

static bool get(const struct process *self, int place, char text[CARD_TEXT], char why[MEET_WHY])
{
    char key[40];
    struct process whose = *self;
    struct value *value = NULL;
    whose.rank = (uint32_t)place;
    snprintf(key, sizeof key, "tri-place-%d", place);
    int error = pmix.get(&whose, key, NULL, 0, &value);
    if (error || !value || value->type != TYPE_STRING || !value->data.string)
        return fail("PMIx_Get", error, why);
    snprintf(text, CARD_TEXT, "%s", value->data.string);
    free(value->data.string);
    free(value);
    return true;
}

bool meet_by_pmix(int here, int places, const char *mine, char (*all)[CARD_TEXT],
                  char why[MEET_WHY])
{
    static struct process self;
    if (!load(why))
        return false;
    int error = pmix.init(&self, NULL, 0);
    if (error)
        return fail("PMIx_Init", error, why);
    begun = true;
    if ((int)self.rank != here)
        return fail("the rank", (int)self.rank, why);
    if (!put(here, mine, why) || !fence(&self, why))
        return false;
    for (int i = 0; i < places; i++) {
        if (!get(&self, i, all[i], why))
            return false;
    }
    return true;
}

void meet_end_pmix(void)
{
    if (begun)
        pmix.finalize(NULL, 0);
    begun = false;
}
