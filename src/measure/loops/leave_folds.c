/* leave_folds.c: see leave_folds.h */
#include "measure/loops/leave_folds.h"

#include <string.h>
#include <sys/mman.h>

enum { FIRST_BYTES = 65536 }; /* mostly never touched */

CONTEXTS_TLS struct folds *folds_own;
static LEAVE_TLS struct folds *unused;

static struct folds *make(void)
{
    struct folds *folds = contexts_memory(FIRST_BYTES);
    if (folds) {
        folds->all = (struct fold *)(folds + 1);
        folds->room = (FIRST_BYTES - sizeof *folds) / sizeof *folds->all;
    }
    return folds;
}

/* Doubles the room. The first allocation stays: it contains the head. */
static bool grow(struct folds *folds)
{
    struct fold *more = contexts_memory(2 * folds->room * sizeof *more);
    if (!more)
        return false;
    memcpy(more, folds->all, folds->count * sizeof *more);
    if (folds->all != (struct fold *)(folds + 1))
        munmap(folds->all, folds->room * sizeof *more);
    folds->all = more;
    folds->room *= 2;
    return true;
}

bool folds_make_room(void)
{
    if (!folds_own)
        folds_own = make();
    struct folds *folds = folds_own;
    return folds && (folds->count < folds->room || grow(folds));
}

void folds_cut(size_t count)
{
    if (folds_own && folds_own->count > count)
        folds_own->count = count;
    folds_changed();
    quick_forget();
}

void folds_leave(uint64_t stack)
{
    for (const struct fold *fold; (fold = folds_pop(stack, false));)
        folds_go_back(fold);
    quick_forget();
}

struct folds *folds_begin(void)
{
    struct folds *before = folds_own, *folds = unused;
    if (folds) {
        unused = folds->next;
        folds->count = 0;
    }
    folds_own = folds; /* if NULL, it is made when it is needed */
    folds_changed();
    quick_forget();
    return before;
}

void folds_end(struct folds *before)
{
    struct folds *ended = folds_own;
    folds_own = before;
    folds_changed();
    quick_forget();
    if (ended) {
        ended->next = unused;
        unused = ended;
    }
}
