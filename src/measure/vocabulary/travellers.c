/* travellers.c: see travellers.h */
#include "measure/vocabulary/travellers.h"

#include "format/activity.h"
#include "format/hash.h"
#include "format/profile.h"
#include "format/travellers.h"
#include "measure/act.h"
#include "measure/folder.h"
#include "measure/place.h"
#include "measure/store.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct format_traveller *shared; /* MAP_FAILED: there is none */

/* Gives the file its size, on disk: a hole would raise SIGBUS later if the disk is full. Another
 * process may have done so. */
static bool has_size(int fd, size_t size)
{
    struct stat facts;
    return fstat(fd, &facts) == 0 &&
           ((uint64_t)facts.st_size >= size || measure_store_allocate(fd, 0, size));
}

static struct format_traveller *map(void)
{
    const size_t size = FORMAT_TRAVELLERS * sizeof(struct format_traveller);
    void *made = MAP_FAILED;
    int fd =
        measure_folder_open_file(measure_place_archive(), FORMAT_TRAVELLERS_FILE, O_RDWR | O_CREAT);
    if (fd >= 0 && has_size(fd, size))
        made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    return made;
}

/* Returns the travellers of this machine; NULL if they cannot be shared. */
static struct format_traveller *travellers(void)
{
    struct format_traveller *found = __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
    if (!found) {
        struct format_traveller *made = map();
        if (__atomic_compare_exchange_n(&shared, &found, made, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            found = made;
        else if (made != MAP_FAILED)
            munmap(made, FORMAT_TRAVELLERS * sizeof *made); /* another thread was faster */
    }
    return found == MAP_FAILED ? NULL : found;
}

static uint64_t key_of(uint64_t vocabulary, int64_t tag)
{
    const uint64_t both[] = {vocabulary, (uint64_t)tag};
    return format_hash(FORMAT_HASH_START, both, sizeof both) | 1;
}

static struct format_traveller *slot_of(struct format_traveller *all, uint64_t key, unsigned i)
{
    return &all[((key >> 20) + i) % FORMAT_TRAVELLERS];
}

/* Returns the slot that has the key; NULL: none has. */
static struct format_traveller *find(struct format_traveller *all, uint64_t key)
{
    for (unsigned i = 0; all && i < FORMAT_TRAVELLERS_NEAR; i++) {
        struct format_traveller *slot = slot_of(all, key, i);
        if (__atomic_load_n(&slot->key, __ATOMIC_ACQUIRE) == key)
            return slot;
    }
    return NULL;
}

/* Returns a slot that was free, and has the key now; NULL: all are used. */
static struct format_traveller *take_free(struct format_traveller *all, uint64_t key)
{
    for (unsigned i = 0; all && i < FORMAT_TRAVELLERS_NEAR; i++) {
        struct format_traveller *slot = slot_of(all, key, i);
        uint64_t none = 0;
        if (__atomic_compare_exchange_n(&slot->key, &none, key, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
            return slot;
    }
    return NULL;
}

/* Returns the number of this place among those of its program, plus 1; 0: it is not known. */
static uint64_t own_name(void)
{
    const struct format_place *page = measure_place_page();
    return page ? page->name : 0;
}

void measure_travellers_depart(uint64_t vocabulary, int64_t tag)
{
    uint32_t number = measure_act_activity();
    uint64_t name = own_name(), key = key_of(vocabulary, tag);
    if (number == FORMAT_NO_ACTIVITY || !name ||
        (!format_is_guest(number) &&
         (name > FORMAT_GUEST_PLACES || !format_guest((uint32_t)name - 1, number, &number))))
        return;
    struct format_traveller *all = travellers(),
                            *slot = find(all, key); /* of a message that nobody received */
    if (!slot)
        slot = take_free(all, key);
    if (slot)
        __atomic_store_n(&slot->number, number + 1, __ATOMIC_RELEASE);
}

bool measure_travellers_arrive(uint64_t vocabulary, int64_t tag, uint32_t *number)
{
    struct format_traveller *slot = find(travellers(), key_of(vocabulary, tag));
    uint32_t found = slot ? __atomic_exchange_n(&slot->number, 0, __ATOMIC_ACQ_REL) : 0;
    if (!found)
        return false;
    __atomic_store_n(&slot->key, 0, __ATOMIC_RELEASE);
    *number = found - 1;
    if (format_guest_place(*number) == own_name() - 1)
        *number = format_guest_number(*number); /* it has come home */
    return true;
}
