/* module.c: see module.h */
#include "measure/unwind/module.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

/* A module's segments. */
struct segments {
    const ElfW(Phdr) * all;
    unsigned count;
    uintptr_t base;
};

static const ElfW(Phdr) * segment_of(const struct segments *segments, uintptr_t at)
{
    for (unsigned i = 0; i < segments->count; i++) {
        const ElfW(Phdr) *segment = &segments->all[i];
        if (segment->p_type == PT_LOAD &&
            at - segments->base - segment->p_vaddr < segment->p_filesz)
            return segment;
    }
    return NULL;
}

#if __GLIBC_PREREQ(2, 35)

/* Finds a module's segments by its ELF header, with which it begins unless it was linked in an
 * unusual way. */
static bool find_segments(uintptr_t at, struct segments *segments, const uint8_t **frames)
{
    struct dl_find_object found;
    if (_dl_find_object((void *)at, &found))
        return false;
    const ElfW(Ehdr) *file = found.dlfo_map_start;
    size_t size = (size_t)((char *)found.dlfo_map_end - (char *)found.dlfo_map_start);
    if (size < sizeof *file || memcmp(file->e_ident, ELFMAG, SELFMAG) != 0 ||
        file->e_phentsize != sizeof(ElfW(Phdr)) || file->e_phoff > size ||
        file->e_phnum > (size - file->e_phoff) / sizeof(ElfW(Phdr)))
        return false;
    *segments = (struct segments){(const ElfW(Phdr) *)((const char *)file + file->e_phoff),
                                  file->e_phnum, found.dlfo_link_map->l_addr};
    *frames = found.dlfo_eh_frame;
    return true;
}

#else

struct looking {
    uintptr_t at;
    struct segments *segments;
    const uint8_t **frames;
};

static int look_at(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    const struct looking *looking = data;
    *looking->segments = (struct segments){info->dlpi_phdr, info->dlpi_phnum, info->dlpi_addr};
    if (!segment_of(looking->segments, looking->at))
        return 0;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME)
            *looking->frames = (const uint8_t *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    }
    return 1;
}

static bool find_segments(uintptr_t at, struct segments *segments, const uint8_t **frames)
{
    *frames = NULL;
    return dl_iterate_phdr(look_at, &(struct looking){at, segments, frames}) == 1;
}

#endif

bool unwind_module_of(uintptr_t pc, struct unwind_module *module)
{
    struct segments segments;
    if (!find_segments(pc, &segments, &module->header) || !module->header)
        return false;
    const ElfW(Phdr) *segment = segment_of(&segments, (uintptr_t)module->header);
    if (!segment)
        return false;
    module->start = (const uint8_t *)(segments.base + segment->p_vaddr);
    module->end = module->start + segment->p_filesz;
    return true;
}

bool unwind_is_code(uintptr_t at)
{
    struct segments segments;
    const uint8_t *frames;
    const ElfW(Phdr) *segment =
        find_segments(at, &segments, &frames) ? segment_of(&segments, at) : NULL;
    return segment && (segment->p_flags & (PF_R | PF_X)) == (PF_R | PF_X);
}
