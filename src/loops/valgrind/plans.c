/* plans.c: see plans.h */
#include "loops/valgrind/plans.h"

#include <elf.h>

static const HChar *archive, *planner;

void plans_begin(const HChar *into, const HChar *by)
{
    archive = into;
    planner = by;
}

/* Prints why a binary is not counted; returns False. */
static Bool complain(const HChar *path, const HChar *what)
{
    VG_(umsg)("%s: %s; its loops are not counted\n", path, what);
    return False;
}

/* Reads a whole file; NULL if it cannot be opened. */
static void *read_all(const HChar *path, ULong *size)
{
    struct vg_stat status;
    Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
    if (fd < 0)
        return NULL;
    HChar *bytes = NULL;
    *size = 0;
    if (VG_(fstat)(fd, &status) == 0) {
        bytes = VG_(malloc)("triptych", status.size + 1);
        while (*size < (ULong)status.size) {
            ULong left = (ULong)status.size - *size;
            Int got = VG_(read)(fd, bytes + *size, left > 1 << 24 ? 1 << 24 : (Int)left);
            if (got <= 0)
                break;
            *size += (ULong)got;
        }
    }
    VG_(close)(fd);
    return bytes;
}

/* Makes the name of a plan from the binary's name and its device, inode, size and time. */
static Bool name_plan(const HChar *path, HChar *name, SizeT room)
{
    struct vg_stat status;
    const HChar *base = VG_(basename)(path);
    if (sr_isError(VG_(stat)(path, &status)) || VG_(strlen)(base) > room - 64)
        return False;
    ULong words[] = {status.dev, status.ino, (ULong)status.size, status.mtime, status.mtime_nsec};
    VG_(sprintf)
    (name, "%s-%016llx.all.plan", base,
     (ULong)format_sum(0, words, sizeof words / sizeof words[0]));
    return True;
}

/* Runs the program that makes plans; returns False if it fails. */
static Bool make_plan(const HChar *path, const HChar *plan)
{
    const HChar *words[] = {planner, "--all", path, plan, NULL};
    Int status = 0, child = VG_(spawn)(planner, words);
    return child > 0 && VG_(waitpid)(child, &status, 0) == child && status == 0;
}

/* Returns a section of the plan; NULL if it is not within the file. */
static const void *section(const struct plans_plan *plan, enum format_plan_section number,
                           ULong size, SizeT element)
{
    const struct format_section *found = &plan->header->sections[number];
    if (found->offset > size || found->offset % 8 ||
        found->count > (size - found->offset) / element)
        return NULL;
    return (const HChar *)plan->header + found->offset;
}

static Bool fits(ULong first, ULong count, ULong all)
{
    return first <= all && count <= all - first;
}

/* True if all elements of a function's plan that are accessed by numbers are there. */
static Bool is_sound(const struct plans_plan *plan, const struct format_function *function)
{
    const struct format_section *sections = plan->header->sections;
    if (function->flags & FORMAT_FUNCTION_NATIVE)
        return True;
    if (!fits(function->first_block, function->blocks, sections[FORMAT_PLAN_BLOCKS].count) ||
        !fits(function->first_edge, function->edges, sections[FORMAT_PLAN_EDGES].count) ||
        !fits(function->first_slot, function->slots, sections[FORMAT_PLAN_SLOTS].count) ||
        !fits(function->first_loop, function->loops, sections[FORMAT_PLAN_LOOPS].count))
        return False;
    const struct format_edge *edges = plan->edges + function->first_edge;
    for (UInt i = 0; i < function->edges; i++) {
        Bool outside = !edges[i].from && !edges[i].to;
        if (edges[i].from > function->blocks || edges[i].to > function->blocks || outside ||
            edges[i].counter != i || edges[i].step != 1)
            return False;
    }
    for (UInt i = 0; i < function->loops; i++) {
        UInt visits = plan->loops[function->first_loop + i].visits;
        if (visits != 0xffffffffU && (visits < function->edges || visits >= function->counters))
            return False;
    }
    return function->edges && edges[0].to && function->counters >= function->edges;
}

/* Reads a plan and checks it; False if it is damaged. */
static Bool read_plan(const HChar *file, struct plans_plan *plan)
{
    ULong size;
    plan->header = read_all(file, &size);
    if (!plan->header)
        return False;
    if (size < sizeof *plan->header || plan->header->magic != FORMAT_PLAN_MAGIC)
        return False;
    plan->functions = section(plan, FORMAT_PLAN_FUNCTIONS, size, sizeof *plan->functions);
    plan->slots = section(plan, FORMAT_PLAN_SLOTS, size, sizeof *plan->slots);
    plan->blocks = section(plan, FORMAT_PLAN_BLOCKS, size, sizeof *plan->blocks);
    plan->edges = section(plan, FORMAT_PLAN_EDGES, size, sizeof *plan->edges);
    plan->loops = section(plan, FORMAT_PLAN_LOOPS, size, sizeof *plan->loops);
    if (!plan->functions || !plan->slots || !plan->blocks || !plan->edges || !plan->loops)
        return False;
    for (ULong i = 0; i < plan->header->sections[FORMAT_PLAN_FUNCTIONS].count; i++) {
        if (!is_sound(plan, &plan->functions[i]))
            return False;
    }
    return True;
}

Bool plans_get(const HChar *path, struct plans_plan *plan)
{
    HChar file[BASE_PATH];
    struct vg_stat status;
    if (!name_plan(path, plan->name, sizeof plan->name) ||
        VG_(strlen)(archive) + sizeof plan->name + 16 > sizeof file)
        return complain(path, "its name is too long");
    VG_(sprintf)(file, "%s/%s/%s", archive, FORMAT_LOOPS_FOLDER, plan->name);
    if (sr_isError(VG_(stat)(file, &status)) && !make_plan(path, file))
        return complain(path, "its plan could not be made");
    return read_plan(file, plan) || complain(file, "this plan cannot be read");
}

/* Adds a part of a binary to its place: the range that it takes, and, if it is the code that is
 * mapped at `start` from `offset` on, the distance. True if it is that code. */
static Bool add_part(struct plans_place *place, const Elf64_Phdr *part, Addr start, ULong offset)
{
    ULong page = part->p_offset & ~(ULong)(VKI_PAGE_SIZE - 1);
    if (part->p_type != PT_LOAD)
        return False;
    if (part->p_vaddr < place->low)
        place->low = part->p_vaddr;
    if (part->p_vaddr + part->p_memsz > place->high)
        place->high = part->p_vaddr + part->p_memsz;
    if (!(part->p_flags & PF_X) || offset < page || offset >= part->p_offset + part->p_filesz)
        return False;
    place->moved = start - (Addr)offset - (part->p_vaddr - part->p_offset);
    return True;
}

Bool plans_find_place(const HChar *path, Addr start, ULong offset, struct plans_place *place)
{
    Elf64_Ehdr header;
    Elf64_Phdr part;
    Bool found = False;
    Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
    if (fd < 0)
        return complain(path, "it cannot be read");
    *place = (struct plans_place){.low = ~(Addr)0};
    Bool good = VG_(read)(fd, &header, sizeof header) == sizeof header &&
                VG_(lseek)(fd, (Off64T)header.e_phoff, VKI_SEEK_SET) == (Off64T)header.e_phoff;
    for (UInt i = 0; good && i < header.e_phnum; i++) {
        good = VG_(read)(fd, &part, sizeof part) == sizeof part;
        found |= good && add_part(place, &part, start, offset);
    }
    VG_(close)(fd);
    return found || complain(path, "its code is mapped at an unexpected address");
}
