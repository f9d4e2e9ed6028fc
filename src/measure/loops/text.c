/* text.c: see text.h */
#include "measure/loops/text.h"

#include <errno.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

struct search {
    struct text *text;
    uint64_t moved;
};

static int protection_of(unsigned flags)
{
    return (flags & PF_R ? PROT_READ : 0) | (flags & PF_W ? PROT_WRITE : 0) |
           (flags & PF_X ? PROT_EXEC : 0);
}

static int see(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    const struct search *search = data;
    struct text *text = search->text;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    if (info->dlpi_addr != search->moved)
        return 0;
    for (int i = 0; i < info->dlpi_phnum && text->count < TEXT_PARTS; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X))
            continue;
        uint64_t first = info->dlpi_addr + header->p_vaddr, end = first + header->p_filesz;
        text->parts[text->count++] = (struct text_part){
            (char *)(uintptr_t)(first & ~(page - 1)),
            (char *)(uintptr_t)((end + page - 1) & ~(page - 1)),
            protection_of(header->p_flags),
        };
    }
    return 1;
}

void text_find(struct text *text, uint64_t moved)
{
    struct search search = {text, moved};
    text->count = 0;
    dl_iterate_phdr(see, &search);
}

static bool is_inside(const struct text *text, const char *first, const char *end)
{
    for (int i = 0; i < text->count; i++) {
        if (first >= text->parts[i].first && end <= text->parts[i].end)
            return true;
    }
    return false;
}

bool text_has(const struct text *text, uint64_t moved, const struct format_patch *patches,
              uint64_t count)
{
    enum { LONGEST = 5 }; /* length of a jump of x86-64 */
    for (uint64_t i = 0; i < count; i++) {
        const char *at = (const char *)(uintptr_t)(patches[i].address + moved);
        if (!is_inside(text, at, at + LONGEST))
            return false;
    }
    return true;
}

static void close_some(const struct text *text, int count)
{
    for (int i = 0; i < count; i++) {
        const struct text_part *part = &text->parts[i];
        mprotect(part->first, (size_t)(part->end - part->first), part->protection);
        __builtin___clear_cache(part->first, part->end);
    }
}

bool text_open(const struct text *text)
{
    for (int i = 0; i < text->count; i++) {
        const struct text_part *part = &text->parts[i];
        if (mprotect(part->first, (size_t)(part->end - part->first),
                     part->protection | PROT_WRITE)) {
            int error = errno;
            close_some(text, i);
            errno = error;
            return false;
        }
    }
    return true;
}

void text_close(const struct text *text)
{
    close_some(text, text->count);
}
