/* fortran_units.c: see fortran_units.h
 *
 * The Fortran runtime library is asked for a unit's descriptor when the unit is first used, after
 * each OPEN and CLOSE, and when the descriptor has become another file, which code without probes
 * may have caused. This is checked at most once a millisecond, since it takes a system call.
 *
 * The runtime library locks a unit during a statement, and the request takes the same lock. So it
 * is not asked inside another I/O statement, which may be on the same unit (derived-type I/O). */
#include "measure/fortran_units.h"

#include "measure/clock.h"
#include "measure/files.h"
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/process.h"
#include "measure/region.h"

#include <triptych/probes.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* NEWUNIT= counts down from here. libgfortran uses the numbers between for itself, and may crash
 * when it is asked about them. */
enum { FIRST_NEW_UNIT = -10 };

enum { UNITS = 1024, TRIES = 16, CHECKS_PER_SECOND = 1000 };
enum { NOT_CONNECTED = -1, NOT_KNOWN = -2 }; /* instead of a descriptor */

struct connection {
    uint64_t unit; /* USED + the unit number; 0: free */
    uint64_t file; /* region; 0: unknown */
    uint64_t checked;
    int fd; /* this and the following with the guard held */
    dev_t device;
    ino_t inode;
};

#define USED (UINT64_C(1) << 32)

static struct connection connections[UNITS];

/* Functions of libgfortran, if the program has it: Fortran's fnum(), and the function behind it,
 * which every statically linked program with I/O contains. */
__attribute__((weak)) int _gfortran_fnum_i4(const int *unit);
__attribute__((weak)) int _gfortrani_unit_to_fd(int unit);

/* The function that instrumented files announced, and the number of these files. */
static int (*named)(const int *unit);
static unsigned named_by;

void tri_fortran_runtime(int (*fnum)(const int *unit))
{
    sigset_t before;
    if (measure_process_is_off()) /* nobody will ask for a unit */
        return;
    measure_guard_enter(&before);
    if (named_by == 0)
        __atomic_store_n(&named, fnum, __ATOMIC_RELAXED);
    named_by += named == fnum;
    measure_guard_leave(&before);
}

/* Forgets the function when a file that announced it is unloaded: the runtime library may go with
 * it. */
void tri_fortran_runtime_gone(int (*fnum)(const int *unit))
{
    sigset_t before;
    if (measure_process_is_off())
        return;
    measure_guard_enter(&before);
    named_by -= named == fnum;
    if (named_by == 0)
        __atomic_store_n(&named, NULL, __ATOMIC_RELAXED);
    measure_guard_leave(&before);
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

/* Returns the entry of a unit; NULL if there are too many. */
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

/* Returns the line number of a FILE region that encodes its unit: every integer but the smallest,
 * which is no unit, and 0 for none. */
static unsigned line_of(int unit)
{
    return (unsigned)unit + (1U << 31);
}

/* True for an internal file: libgfortran reports descriptor 0, and a derived-type I/O statement has
 * a negative unit number, as with NEWUNIT=. */
static bool is_internal(int unit, int fd)
{
    return unit < 0 && fd == 0;
}

static uint32_t file_behind(int unit, int fd)
{
    if (fd < 0)
        return measure_files_named(fd == NOT_CONNECTED ? "(not connected)" : "(not known)",
                                   line_of(unit));
    if (is_internal(unit, fd))
        return fortran_unit_region(TRI_UNIT_INTERNAL);
    return measure_files_of_unit(fd, line_of(unit));
}

/* Asks the runtime library for the unit's file and stores it. */
static uint32_t connect_to(int unit, struct connection *connection)
{
    int fd = descriptor_of(unit);
    uint32_t file = file_behind(unit, fd);
    struct stat status = {0};
    if (!connection || is_internal(unit, fd) || (fd >= 0 && fstat(fd, &status) != 0))
        return file;
    sigset_t before;
    measure_guard_enter(&before);
    connection->fd = fd;
    connection->device = status.st_dev;
    connection->inode = status.st_ino;
    __atomic_store_n(&connection->checked, measure_clock_now(), __ATOMIC_RELAXED);
    __atomic_store_n(&connection->file, file, __ATOMIC_RELEASE); /* its region is complete by now */
    measure_guard_leave(&before);
    return file;
}

/* True if the descriptor is still connected to the same file; checked at most once a
 * millisecond. */
static bool is_as_before(struct connection *connection)
{
    uint64_t now = measure_clock_now(),
             checked = __atomic_load_n(&connection->checked, __ATOMIC_RELAXED);
    if (now - checked < measure_clock_ticks_per_second() / CHECKS_PER_SECOND)
        return true;
    sigset_t before;
    struct stat status = {0};
    measure_guard_enter(&before);
    bool same = connection->fd >= 0 && fstat(connection->fd, &status) == 0 &&
                status.st_dev == connection->device && status.st_ino == connection->inode;
    __atomic_store_n(&connection->checked, now, __ATOMIC_RELAXED);
    measure_guard_leave(&before);
    return same;
}

/* True if this statement is executed by a function in the list of another I/O statement. */
static bool is_inside_another(void)
{
    for (const struct format_node *node = measure_lane_current->up; node; node = node->up) {
        const struct tri_region *region = measure_region_known(node->region);
        if (region && region->kind == TRI_KIND_IO)
            return true;
    }
    return false;
}

/* Returns the file of a preconnected unit, assuming that it was not reconnected. */
static uint32_t file_inside_another(int unit)
{
    switch (unit) {
    case 0:
        return measure_files_of_unit(2, line_of(unit));
    case 5:
        return measure_files_of_unit(0, line_of(unit));
    case 6:
        return measure_files_of_unit(1, line_of(unit));
    default:
        return measure_files_named("(not known)", line_of(unit));
    }
}

static bool is_number(int64_t unit)
{
    return unit > INT_MIN && unit <= INT_MAX;
}

/* Returns the region for statements on internal files, or for those without a unit. */
static uint32_t file_without_unit(int64_t unit)
{
    static uint32_t internal, none;
    uint32_t *known = unit == TRI_UNIT_INTERNAL ? &internal : &none;
    uint32_t file = __atomic_load_n(known, __ATOMIC_ACQUIRE);
    if (!file) {
        file = measure_files_named(known == &internal ? "(internal file)" : "(no unit)", 0);
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
