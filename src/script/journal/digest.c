/* digest.c: see digest.h */
#include "script/journal/digest.h"

#include "util/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file's version and digest. */
struct digest_known {
    bool known;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
    unsigned char digest[SHA256_SIZE];
};

void digests_free(struct digests *digests)
{
    if (digests->names)
        interned_free(digests->names);
    free(digests->known);
    *digests = (struct digests){0};
}

static void digest_file(const char *path, unsigned char digest[SHA256_SIZE])
{
    struct sha256 sha;
    unsigned char block[65536];
    sha256_begin(&sha);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        sha256_add_text(&sha, "there is no such file");
    for (ssize_t size; fd >= 0 && (size = read(fd, block, sizeof block)) > 0;)
        sha256_add(&sha, block, (size_t)size);
    if (fd >= 0)
        close(fd);
    sha256_end(&sha, digest);
}

static bool is_same(const struct digest_known *known, const struct stat *now)
{
    return known->known && known->device == now->st_dev && known->inode == now->st_ino &&
           known->size == now->st_size && known->changed.tv_sec == now->st_mtim.tv_sec &&
           known->changed.tv_nsec == now->st_mtim.tv_nsec;
}

void digests_add_file(struct digests *digests, struct sha256 *to, const char *path, bool is_program)
{
    struct stat now = {0};
    if (!digests->names)
        digests->names = interned_new();
    uint32_t before = interned_count(digests->names);
    uint32_t number = interned_add_text(digests->names, path);
    digests->known =
        memory_grow(digests->known, &digests->room, (size_t)number + 1, sizeof *digests->known);
    struct digest_known *known = &digests->known[number];
    if (number == before)
        memset(known, 0, sizeof *known);
    if (!(known->known && is_program)) {
        bool there = stat(path, &now) == 0 && S_ISREG(now.st_mode);
        if (!there || !is_same(known, &now)) {
            digest_file(there ? path : "", known->digest);
            known->known = there;
            known->device = now.st_dev;
            known->inode = now.st_ino;
            known->size = now.st_size;
            known->changed = now.st_mtim;
        }
    }
    sha256_add(to, known->digest, SHA256_SIZE);
}

const unsigned char *digests_known(const struct digests *digests, uint32_t number)
{
    return digests->known[number].known ? digests->known[number].digest : NULL;
}
