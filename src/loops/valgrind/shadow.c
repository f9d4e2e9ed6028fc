/* shadow.c: see shadow.h
 *
 * A page of 4 KB begins with cells of 8 bytes. An access that is smaller, or not aligned to them,
 * splits the page into cells of 4 bytes, and then of 1 byte, so that neighbours are never mixed up
 * and arrays of numbers take little room. */
#include "loops/valgrind/shadow.h"

enum { PAGE_SHIFT = 12, PAGE_SIZE = 1 << PAGE_SHIFT, BUCKETS = 1 << 16, WIDEST = 3 };

struct page {
    Addr number; /* address >> PAGE_SHIFT */
    struct page *next;
    UInt shift; /* a cell is 1 << shift bytes */
    struct shadow_cell *cells;
};

struct shadow {
    struct page *buckets[BUCKETS];
    struct page *last; /* the page found last */
};

struct shadow *shadow_new(void)
{
    return VG_(calloc)("triptych", 1, sizeof(struct shadow));
}

static struct page *find(struct shadow *shadow, Addr number)
{
    if (shadow->last && shadow->last->number == number)
        return shadow->last;
    struct page *page = shadow->buckets[number % BUCKETS];
    while (page && page->number != number)
        page = page->next;
    if (page)
        shadow->last = page;
    return page;
}

static struct page *find_or_make(struct shadow *shadow, Addr number)
{
    struct page *page = find(shadow, number);
    if (page)
        return page;
    page = VG_(calloc)("triptych", 1, sizeof *page);
    *page = (struct page){
        .number = number,
        .next = shadow->buckets[number % BUCKETS],
        .shift = WIDEST,
        .cells = VG_(calloc)("triptych", PAGE_SIZE >> WIDEST, sizeof(struct shadow_cell))};
    return shadow->last = shadow->buckets[number % BUCKETS] = page;
}

/* Splits the cells of a page so that none is wider than 1 << shift bytes. */
static void split(struct page *page, UInt shift)
{
    if (page->shift <= shift)
        return;
    UInt count = PAGE_SIZE >> shift, times = page->shift - shift;
    struct shadow_cell *cells = VG_(malloc)("triptych", count * sizeof *cells);
    for (UInt i = 0; i < count; i++)
        cells[i] = page->cells[i >> times];
    VG_(free)(page->cells);
    page->cells = cells;
    page->shift = shift;
}

/* Returns the width of the cells that a range consists of. */
static UInt shift_of(Addr start, SizeT size)
{
    return !((start | size) & 7) ? 3 : !((start | size) & 3) ? 2 : 0;
}

struct shadow_cell *shadow_cells(struct shadow *shadow, Addr start, SizeT size, UInt *count,
                                 SizeT *bytes)
{
    struct page *page = find_or_make(shadow, start >> PAGE_SHIFT);
    SizeT at = start & (PAGE_SIZE - 1);
    *bytes = size < PAGE_SIZE - at ? size : PAGE_SIZE - at;
    split(page, shift_of(start, *bytes));
    *count = (UInt)(*bytes >> page->shift);
    return &page->cells[at >> page->shift];
}

const struct shadow_cell *shadow_cell(struct shadow *shadow, Addr address)
{
    const struct page *page = find_or_make(shadow, address >> PAGE_SHIFT);
    return &page->cells[(address & (PAGE_SIZE - 1)) >> page->shift];
}

void shadow_forget(struct shadow *shadow, Addr start, SizeT size)
{
    while (size) {
        SizeT at = start & (PAGE_SIZE - 1), bytes = PAGE_SIZE - at;
        if (bytes > size)
            bytes = size;
        struct page *page = find(shadow, start >> PAGE_SHIFT);
        if (page) {
            split(page, shift_of(start, bytes));
            VG_(memset)
            (&page->cells[at >> page->shift], 0, (bytes >> page->shift) * sizeof *page->cells);
        }
        start += bytes;
        size -= bytes;
    }
}

/* Copies cells one by one: the widths of the two pages may differ. */
void shadow_copy(struct shadow *shadow, Addr to, Addr from, SizeT size)
{
    for (SizeT at = 0; at < size; at++) {
        struct page *source = find(shadow, (from + at) >> PAGE_SHIFT);
        UInt count;
        SizeT bytes, width = 1;
        if (!source) {
            shadow_forget(shadow, to + at, 1);
            continue;
        }
        if (source->shift == WIDEST && !((to + at) & 7) && !((from + at) & 7) && size - at >= 8)
            width = 8;
        struct shadow_cell cell = source->cells[((from + at) & (PAGE_SIZE - 1)) >> source->shift];
        struct shadow_cell *cells = shadow_cells(shadow, to + at, width, &count, &bytes);
        for (UInt i = 0; i < count; i++)
            cells[i] = cell;
        at += width - 1;
    }
}
