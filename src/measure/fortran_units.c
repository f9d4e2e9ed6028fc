/* fortran_units.c: see fortran_units.h
 *
 * The runtime library of Fortran is asked for a unit's descriptor when the unit is first seen,
 * after each OPEN and CLOSE, and when the descriptor turns out to be another file than before: code
 * without probes may have done that. This is looked at once a millisecond, since it takes a system
 * call.
 *
 * The runtime library locks a unit during a statement, and asking it takes that lock and gives it
 * back. So it is not asked inside of another I/O statement, which may be on the same unit
 * (derived-type I/O). */
#include "measure/fortran_units.h"

#include "measure/clock.h"
#include "measure/files.h"
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/region.h"

#include <triptych/probes.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* NEWUNIT= counts down from here; libgfortran uses the numbers between for itself, and may crash
 * when it is asked about them. */
enum { FIRST_NEW_UNIT = -10 };

enum { UNITS = 1024, TRIES = 16, CHECKS_PER_SECOND = 1000 };
enum { NOT_CONNECTED = -1, NOT_KNOWN = -2 }; /* instead of a descriptor */

struct connection {
    uint64_t unit; /* USED + the number; 0: free */
    uint64_t file; /* region; 0: not known */
    uint64_t checked;
    int fd; /* with the guard held, as what follows */
    dev_t device;
    ino_t inode;
};

#define USED (UINT64_C(1) << 32)

static struct connection connections[UNITS];

/* libgfortran's, where the program has it: fnum() of Fortran, and what stands behind it, which is
 * in every program with I/O that is linked statically. */
__attribute__((weak)) int _gfortran_fnum_i4(const int *unit);
__attribute__((weak)) int _gfortrani_unit_to_fd(int unit);

/* The one that instrumented files named, and how many of them. */
static int (*named)(const int *unit);
static unsigned named_by;

void tri_fortran_runtime(int (*fnum)(const int *unit))
{
    sigset_t before;
    guard_enter(&before);
    if (named_by == 0)
        __atomic_store_n(&named, fnum, __ATOMIC_RELAXED);
    named_by += named == fnum;
    guard_leave(&before);
}

/* An unloaded library may have taken it along. */
void tri_fortran_runtime_gone(int (*fnum)(const int *unit))
{
    sigset_t before;
    guard_enter(&before);
    named_by -= named == fnum;
    if (named_by == 0)
        __atomic_store_n(&named, NULL, __ATOMIC_RELAXED);
    guard_leave(&before);
}

static int descriptor_of(int unit)
{
    if (unit < 0 && unit > FIRST_NEW_UNIT)
        return NOT_CONNECTED;
    int (*fnum)(const int *) = __atomic_load_n(&named, __ATOMIC_RELAXED);
    if (fnum)
        return fnum(&unit);
    if (_gfortran_fnum_i4)
        return _gfortran_fnum_i4(&unit);
    return _gfortrani_unit_to_fd ? _gfortrani_unit_to_fd(unit) : NOT_KNOWN;
}

/* What is remembered of a unit; NULL: there are too many. */
static struct connection *connection_of(int unit)
{
    uint64_t key = USED + (uint32_t)unit;
    for (unsigned i = 0; i < TRIES; i++) {
        struct connection *at = &connections[((unsigned)unit + i) % UNITS];
        uint64_t found = __atomic_load_n(&at->unit, __ATOMIC_RELAXED);
        if (!found && __atomic_compare_exchange_n(&at->unit, &found, key, false, __ATOMIC_RELAXED,
                                                  __ATOMIC_RELAXED))
            return at;
        if (found == key)
            return at;
    }
    return NULL;
}

/* A FILE region's line tells its unit: every integer has its place, and 0 is none. The least of all
 * integers is no unit. */
static unsigned line_of(int unit)
{
    return (unsigned)unit + (1U << 31);
}

/* An internal file's descriptor is 0 for libgfortran; a statement of derived-type I/O has the
 * number of such a unit, less than 0 as by NEWUNIT=. */
static bool is_internal(int unit, int fd)
{
    return unit < 0 && fd == 0;
}

static uint32_t file_behind(int unit, int fd)
{
    if (fd < 0)
        return files_named(fd == NOT_CONNECTED ? "(not connected)" : "(not known)", line_of(unit));
    if (is_internal(unit, fd))
        return fortran_unit_region(TRI_UNIT_INTERNAL);
    return files_of_unit(fd, line_of(unit));
}

/* Asks for the file and remembers it. */
static uint32_t connect_to(int unit, struct connection *connection)
{
    int fd = descriptor_of(unit);
    uint32_t file = file_behind(unit, fd);
    struct stat status = {0};
    if (!connection || is_internal(unit, fd) || (fd >= 0 && fstat(fd, &status) != 0))
        return file;
    sigset_t before;
    guard_enter(&before);
    connection->fd = fd;
    connection->device = status.st_dev;
    connection->inode = status.st_ino;
    __atomic_store_n(&connection->checked, clock_now(), __ATOMIC_RELAXED);
    __atomic_store_n(&connection->file, file, __ATOMIC_RELEASE); /* its region is complete */
    guard_leave(&before);
    return file;
}

/* Whether the descriptor is still the same file. */
static bool is_as_before(struct connection *connection)
{
    uint64_t now = clock_now(), checked = __atomic_load_n(&connection->checked, __ATOMIC_RELAXED);
    if (now - checked < clock_ticks_per_second() / CHECKS_PER_SECOND)
        return true;
    sigset_t before;
    struct stat status = {0};
    guard_enter(&before);
    bool same = connection->fd >= 0 && fstat(connection->fd, &status) == 0 &&
                status.st_dev == connection->device && status.st_ino == connection->inode;
    __atomic_store_n(&connection->checked, now, __ATOMIC_RELAXED);
    guard_leave(&before);
    return same;
}

/* Whether a statement is being executed in whose list a function did the current one. */
static bool is_inside_another(void)
{
    for (const struct format_node *node = lane_current->up; node; node = node->up) {
        const struct tri_region *region = region_known(node->region);
        if (region && region->kind == TRI_KIND_IO)
            return true;
    }
    return false;
}

/* The units that are there from the beginning, if nobody changes that. */
static uint32_t file_inside_another(int unit)
{
    switch (unit) {
    case 0:
        return files_of_unit(2, line_of(unit));
    case 5:
        return files_of_unit(0, line_of(unit));
    case 6:
        return files_of_unit(1, line_of(unit));
    default:
        return files_named("(not known)", line_of(unit));
    }
}

static bool is_number(int64_t unit)
{
    return unit > INT_MIN && unit <= INT_MAX;
}

/* One of the two files that are no files. */
static uint32_t file_without_unit(int64_t unit)
{
    static uint32_t internal, none;
    uint32_t *known = unit == TRI_UNIT_INTERNAL ? &internal : &none;
    uint32_t file = __atomic_load_n(known, __ATOMIC_ACQUIRE);
    if (!file) {
        file = files_named(known == &internal ? "(internal file)" : "(no unit)", 0);
        __atomic_store_n(known, file, __ATOMIC_RELEASE);
    }
    return file;
}

uint32_t fortran_unit_region(int64_t unit)
{
    if (!is_number(unit))
        return file_without_unit(unit);
    struct connection *connection = connection_of((int)unit);
    uint64_t file = connection ? __atomic_load_n(&connection->file, __ATOMIC_ACQUIRE) : 0;
    if (file && is_as_before(connection))
        return (uint32_t)file;
    if (is_inside_another())
        return file_inside_another((int)unit);
    return connect_to((int)unit, connection);
}

uint32_t fortran_unit_opened(int64_t unit)
{
    if (!is_number(unit))
        return file_without_unit(unit);
    return connect_to((int)unit, connection_of((int)unit));
}

void fortran_unit_closed(int64_t unit)
{
    struct connection *connection = is_number(unit) ? connection_of((int)unit) : NULL;
    if (connection)
        __atomic_store_n(&connection->file, 0, __ATOMIC_RELAXED);
}
