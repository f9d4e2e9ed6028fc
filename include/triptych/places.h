/* places.h: for programs with `#pragma tri` directives (doc/places.md).
 *
 * The directives are finish, async, at, atomic, when, clocked and next. `triptych cc` makes
 * activities of them, which run in parallel and at several places. Any other compiler ignores them,
 * and the program is a sequential one at one place; this header has the functions for that case,
 * too. */
#ifndef TRIPTYCH_PLACES_H
#define TRIPTYCH_PLACES_H

#ifdef TRI_PLACES_TRANSLATED

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* Returns the number of the place that the caller is at: 0 to tri_places() - 1. */
int tri_here(void);
/* Returns the number of places. */
int tri_places(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#else

static inline int tri_here(void)
{
    return 0;
}

static inline int tri_places(void)
{
    return 1;
}

#endif

#endif
