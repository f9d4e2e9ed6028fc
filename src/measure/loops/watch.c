/* watch.c: see watch.h
 *
 * dlopen is not interposed, since it depends on its caller (RUNPATH, $ORIGIN, namespaces). The
 * loader has an empty function for debuggers to stop in, which it calls when libraries are mapped,
 * before their initialisers run. That function is patched to jump here. */
#include "measure/loops/watch.h"

#include "measure/loops/room.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STUB = 16 };

static struct r_debug *debugged;
static void (*tell)(void);

static void loader_changed(void)
{
    int saved = errno;
    if (debugged->r_state == RT_CONSISTENT)
        tell();
    errno = saved;
}

#if defined __aarch64__
enum { INSTRUCTION = 4 };

/* Returns where the function has room for a jump; NULL if its code is unknown. */
static char *jump_in(char *function)
{
    uint32_t words[2];
    memcpy(words, function, sizeof words);
    bool marked = words[0] == UINT32_C(0xd503245f); /* bti c */
    return words[marked] == UINT32_C(0xd65f03c0) ? function + (marked ? 4 : 0) : NULL;
}

static void put_stub(char *stub, uint64_t to)
{
    uint32_t words[] = {0x58000050, 0xd61f0200}; /* ldr x16, [pc + 8]; br x16 */
    memcpy(stub, words, sizeof words);
    memcpy(stub + sizeof words, &to, sizeof to);
}

static void put_jump(char *at, const char *stub)
{
    uint32_t word = 0x14000000 | ((uint32_t)((stub - at) / 4) & 0x3ffffff);
    __atomic_store_n((uint32_t *)(void *)at, word, __ATOMIC_RELAXED);
}
#else
enum { INSTRUCTION = 5 };

static char *jump_in(char *function)
{
    static const unsigned char mark[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
    char *at = memcmp(function, mark, sizeof mark) == 0 ? function + sizeof mark : function;
    bool aligned = (uintptr_t)function % 16 == 0; /* so that padding follows */
    return aligned && (unsigned char)*at == 0xc3 ? at : NULL;
}

static void put_stub(char *stub, uint64_t to)
{
    static const unsigned char jump[] = {0xff, 0x25, 2, 0, 0, 0, 0, 0}; /* jmp *2(%rip) */
    memcpy(stub, jump, sizeof jump);
    memcpy(stub + sizeof jump, &to, sizeof to);
}

static void put_jump(char *at, const char *stub)
{
    int32_t distance = (int32_t)(stub - at - INSTRUCTION);
    at[0] = (char)0xe9;
    memcpy(at + 1, &distance, sizeof distance);
}
#endif

bool watch_begin(void (*changed)(void))
{
    debugged = dlsym(RTLD_DEFAULT, "_r_debug");
    char *function = debugged ? (char *)(uintptr_t)debugged->r_brk : NULL;
    char *at = function ? jump_in(function) : NULL;
    if (!at)
        return false;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), here = (uint64_t)(uintptr_t)at;
    char *first = (char *)(uintptr_t)(here & ~(page - 1));
    size_t bytes = (size_t)(at + INSTRUCTION - first);
    char *stub = room_near(here, here, STUB);
    tell = changed;
    if (!stub)
        return false;
    put_stub(stub, (uint64_t)(uintptr_t)&loader_changed);
    if (mprotect(stub, STUB, PROT_READ | PROT_EXEC) ||
        mprotect(first, bytes, PROT_READ | PROT_WRITE | PROT_EXEC)) {
        munmap(stub, STUB);
        return false;
    }
    __builtin___clear_cache(stub, stub + STUB);
    put_jump(at, stub);
    __builtin___clear_cache(at, at + INSTRUCTION);
    return mprotect(first, bytes, PROT_READ | PROT_EXEC) == 0;
}

static const struct link_map *first_map(void)
{
    if (!debugged)
        debugged = dlsym(RTLD_DEFAULT, "_r_debug");
    return debugged ? debugged->r_map : NULL;
}

void watch_each(void (*see)(const char *path, uint64_t moved))
{
    for (const struct link_map *map = first_map(); map; map = map->l_next) {
        if (map->l_name && strchr(map->l_name, '/')) /* neither the program nor the vDSO */
            see(map->l_name, map->l_addr);
    }
}

bool watch_finds(uint64_t moved)
{
    const struct link_map *map = first_map();
    while (map && map->l_addr != moved)
        map = map->l_next;
    return map != NULL;
}
