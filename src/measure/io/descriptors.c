/* descriptors.c: interposes I/O on descriptors. */
#include "measure/io/call.h"

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#define R TRI_READS
#define W TRI_WRITES
#define USE(type, name, shown, flags, parameters, arguments, moved)                                \
    CALL_USE(type, name, shown, flags, parameters, arguments, call_end_fd, fd, moved)

/* Reading and writing; the result is the number of bytes. */
USE(ssize_t, read, "read", R, (int fd, void *to, size_t size), (fd, to, size), result)
USE(ssize_t, __read_chk, "read", R, (int fd, void *to, size_t size, size_t room),
    (fd, to, size, room), result)
USE(ssize_t, write, "write", W, (int fd, const void *from, size_t size), (fd, from, size), result)
USE(ssize_t, pread, "pread", R, (int fd, void *to, size_t size, off_t at), (fd, to, size, at),
    result)
USE(ssize_t, pread64, "pread", R, (int fd, void *to, size_t size, off_t at), (fd, to, size, at),
    result)
USE(ssize_t, __pread_chk, "pread", R, (int fd, void *to, size_t size, off_t at, size_t room),
    (fd, to, size, at, room), result)
USE(ssize_t, __pread64_chk, "pread", R, (int fd, void *to, size_t size, off_t at, size_t room),
    (fd, to, size, at, room), result)
USE(ssize_t, pwrite, "pwrite", W, (int fd, const void *from, size_t size, off_t at),
    (fd, from, size, at), result)
USE(ssize_t, pwrite64, "pwrite", W, (int fd, const void *from, size_t size, off_t at),
    (fd, from, size, at), result)

#define VECTORS (int fd, const struct iovec *parts, int count)
#define VECTORS_AT (int fd, const struct iovec *parts, int count, off_t at)
#define VECTORS_AT_HOW (int fd, const struct iovec *parts, int count, off_t at, int how)
USE(ssize_t, readv, "readv", R, VECTORS, (fd, parts, count), result)
USE(ssize_t, writev, "writev", W, VECTORS, (fd, parts, count), result)
USE(ssize_t, preadv, "preadv", R, VECTORS_AT, (fd, parts, count, at), result)
USE(ssize_t, preadv64, "preadv", R, VECTORS_AT, (fd, parts, count, at), result)
USE(ssize_t, pwritev, "pwritev", W, VECTORS_AT, (fd, parts, count, at), result)
USE(ssize_t, pwritev64, "pwritev", W, VECTORS_AT, (fd, parts, count, at), result)
USE(ssize_t, preadv2, "preadv2", R, VECTORS_AT_HOW, (fd, parts, count, at, how), result)
USE(ssize_t, preadv64v2, "preadv2", R, VECTORS_AT_HOW, (fd, parts, count, at, how), result)
USE(ssize_t, pwritev2, "pwritev2", W, VECTORS_AT_HOW, (fd, parts, count, at, how), result)
USE(ssize_t, pwritev64v2, "pwritev2", W, VECTORS_AT_HOW, (fd, parts, count, at, how), result)

/* Copying between files; counted for the file that is written. */
USE(ssize_t, sendfile, "sendfile", W, (int fd, int from, off_t *at, size_t size),
    (fd, from, at, size), result)
USE(ssize_t, sendfile64, "sendfile", W, (int fd, int from, off_t *at, size_t size),
    (fd, from, at, size), result)
USE(ssize_t, copy_file_range, "copy_file_range", W,
    (int from, off_t *from_at, int fd, off_t *at, size_t size, unsigned flags),
    (from, from_at, fd, at, size, flags), result)

/* Sockets. */
USE(ssize_t, send, "send", W, (int fd, const void *from, size_t size, int flags),
    (fd, from, size, flags), result)
USE(ssize_t, sendto, "sendto", W,
    (int fd, const void *from, size_t size, int flags, const struct sockaddr *to, socklen_t length),
    (fd, from, size, flags, to, length), result)
USE(ssize_t, sendmsg, "sendmsg", W, (int fd, const struct msghdr *message, int flags),
    (fd, message, flags), result)
USE(ssize_t, recv, "recv", R, (int fd, void *to, size_t size, int flags), (fd, to, size, flags),
    result)
USE(ssize_t, __recv_chk, "recv", R, (int fd, void *to, size_t size, size_t room, int flags),
    (fd, to, size, room, flags), result)
USE(ssize_t, recvfrom, "recvfrom", R,
    (int fd, void *to, size_t size, int flags, struct sockaddr *from, socklen_t *length),
    (fd, to, size, flags, from, length), result)
USE(ssize_t, __recvfrom_chk, "recvfrom", R,
    (int fd, void *to, size_t size, size_t room, int flags, struct sockaddr *from,
     socklen_t *length),
    (fd, to, size, room, flags, from, length), result)
USE(ssize_t, recvmsg, "recvmsg", R, (int fd, struct msghdr *message, int flags),
    (fd, message, flags), result)

/* Calls that move no bytes. */
USE(off_t, lseek, "lseek", 0, (int fd, off_t by, int whence), (fd, by, whence), CALL_NOTHING)
USE(off_t, lseek64, "lseek", 0, (int fd, off_t by, int whence), (fd, by, whence), CALL_NOTHING)
USE(int, fsync, "fsync", W, (int fd), (fd), CALL_NOTHING)
USE(int, fdatasync, "fdatasync", W, (int fd), (fd), CALL_NOTHING)
USE(int, syncfs, "syncfs", W, (int fd), (fd), CALL_NOTHING)
USE(int, sync_file_range, "sync_file_range", W, (int fd, off_t at, off_t size, unsigned flags),
    (fd, at, size, flags), CALL_NOTHING)
USE(int, ftruncate, "ftruncate", 0, (int fd, off_t size), (fd, size), CALL_NOTHING)
USE(int, ftruncate64, "ftruncate", 0, (int fd, off_t size), (fd, size), CALL_NOTHING)
USE(int, fallocate, "fallocate", 0, (int fd, int mode, off_t at, off_t size), (fd, mode, at, size),
    CALL_NOTHING)
USE(int, fallocate64, "fallocate", 0, (int fd, int mode, off_t at, off_t size),
    (fd, mode, at, size), CALL_NOTHING)
USE(int, posix_fallocate, "posix_fallocate", 0, (int fd, off_t at, off_t size), (fd, at, size),
    CALL_NOTHING)
USE(int, posix_fallocate64, "posix_fallocate", 0, (int fd, off_t at, off_t size), (fd, at, size),
    CALL_NOTHING)

/* Calls by name, without a descriptor. */
#define BY_NAME(name, shown)                                                                       \
    CALL_USE(int, name, shown, 0, (const char *path, off_t size), (path, size), call_end, 0, 0)
BY_NAME(truncate, "truncate")
BY_NAME(truncate64, "truncate")

CALL_FUNCTION(void, sync, (void))
{
    CALL_REAL(void, sync, (void))
    struct tri_node *node = call_begin(W, "sync", CALL_SITE);
    real();
    if (node)
        call_end(node, 0, 0);
}
