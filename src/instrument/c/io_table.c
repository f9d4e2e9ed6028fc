/* io_table.c: see io_table.h */
#include "instrument/c/io_table.h"

#include "triptych/probes.h"

#include <stddef.h>
#include <string.h>

#define R TRI_READS
#define W TRI_WRITES

static const struct io_function functions[] = {
    /* opening: `handle` is not used, `size` is the argument with the path */
    {"fopen", IO_OPEN, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"fopen64", IO_OPEN, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"freopen", IO_OPEN, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"freopen64", IO_OPEN, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"fdopen", IO_OPEN, IO_STREAM, 0, IO_NONE, -1, 0, 0},
    {"popen", IO_OPEN, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"tmpfile", IO_OPEN, IO_STREAM, 0, IO_NONE, -1, 0, 0},
    {"tmpfile64", IO_OPEN, IO_STREAM, 0, IO_NONE, -1, 0, 0},
    {"open", IO_OPEN, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"open64", IO_OPEN, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"openat", IO_OPEN, IO_FD, 0, IO_NONE, 1, 0, 0},
    {"openat64", IO_OPEN, IO_FD, 0, IO_NONE, 1, 0, 0},
    {"creat", IO_OPEN, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"creat64", IO_OPEN, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"mkstemp", IO_OPEN, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"mkostemp", IO_OPEN, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"dup", IO_OPEN, IO_FD, 0, IO_NONE, -1, 0, 0},
    {"dup2", IO_OPEN, IO_FD, 0, IO_NONE, -1, 0, 0},
    {"dup3", IO_OPEN, IO_FD, 0, IO_NONE, -1, 0, 0},
    /* closing */
    {"fclose", IO_CLOSE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"pclose", IO_CLOSE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"close", IO_CLOSE, IO_FD, 0, IO_NONE, 0, 0, 0},
    /* streams */
    {"fread", IO_USE, IO_STREAM, 3, IO_ITEMS, 1, R, 0},
    {"fread_unlocked", IO_USE, IO_STREAM, 3, IO_ITEMS, 1, R, 0},
    {"fwrite", IO_USE, IO_STREAM, 3, IO_ITEMS, 1, W, 0},
    {"fwrite_unlocked", IO_USE, IO_STREAM, 3, IO_ITEMS, 1, W, 0},
    {"fgets", IO_USE, IO_STREAM, 2, IO_RESULT_TEXT, 0, R, 0},
    {"fgets_unlocked", IO_USE, IO_STREAM, 2, IO_RESULT_TEXT, 0, R, 0},
    {"gets", IO_USE, IO_FIXED, 0, IO_RESULT_TEXT, 0, R, 0},
    {"fputs", IO_USE, IO_STREAM, 1, IO_TEXT, 0, W, 0},
    {"fputs_unlocked", IO_USE, IO_STREAM, 1, IO_TEXT, 0, W, 0},
    {"puts", IO_USE, IO_FIXED, 1, IO_LINE, 0, W, 0},
    {"fgetc", IO_USE, IO_STREAM, 0, IO_CHARACTER, 0, R, 0},
    {"fgetc_unlocked", IO_USE, IO_STREAM, 0, IO_CHARACTER, 0, R, 0},
    {"getc", IO_USE, IO_STREAM, 0, IO_CHARACTER, 0, R, 0},
    {"getc_unlocked", IO_USE, IO_STREAM, 0, IO_CHARACTER, 0, R, 0},
    {"getchar", IO_USE, IO_FIXED, 0, IO_CHARACTER, 0, R, 0},
    {"getchar_unlocked", IO_USE, IO_FIXED, 0, IO_CHARACTER, 0, R, 0},
    {"fputc", IO_USE, IO_STREAM, 1, IO_CHARACTER, 0, W, 0},
    {"fputc_unlocked", IO_USE, IO_STREAM, 1, IO_CHARACTER, 0, W, 0},
    {"putc", IO_USE, IO_STREAM, 1, IO_CHARACTER, 0, W, 0},
    {"putc_unlocked", IO_USE, IO_STREAM, 1, IO_CHARACTER, 0, W, 0},
    {"putchar", IO_USE, IO_FIXED, 1, IO_CHARACTER, 0, W, 0},
    {"putchar_unlocked", IO_USE, IO_FIXED, 1, IO_CHARACTER, 0, W, 0},
    {"ungetc", IO_USE, IO_STREAM, 1, IO_NONE, 0, 0, 0},
    {"printf", IO_USE, IO_FIXED, 1, IO_RESULT, 0, W, 0},
    {"vprintf", IO_USE, IO_FIXED, 1, IO_RESULT, 0, W, 0},
    {"fprintf", IO_USE, IO_STREAM, 0, IO_RESULT, 0, W, 0},
    {"vfprintf", IO_USE, IO_STREAM, 0, IO_RESULT, 0, W, 0},
    {"dprintf", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"vdprintf", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"scanf", IO_USE, IO_FIXED, 0, IO_UNKNOWN, 0, R, 0},
    {"vscanf", IO_USE, IO_FIXED, 0, IO_UNKNOWN, 0, R, 0},
    {"fscanf", IO_USE, IO_STREAM, 0, IO_UNKNOWN, 0, R, 0},
    {"vfscanf", IO_USE, IO_STREAM, 0, IO_UNKNOWN, 0, R, 0},
    {"getline", IO_USE, IO_STREAM, 2, IO_RESULT, 0, R, 0},
    {"getdelim", IO_USE, IO_STREAM, 3, IO_RESULT, 0, R, 0},
    {"fflush", IO_USE, IO_STREAM, 0, IO_NONE, 0, W, 0},
    {"fflush_unlocked", IO_USE, IO_STREAM, 0, IO_NONE, 0, W, 0},
    {"fseek", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"fseeko", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"fseeko64", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"ftell", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"ftello", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"ftello64", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"rewind", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 1},
    {"fgetpos", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"fgetpos64", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"fsetpos", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"fsetpos64", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"setvbuf", IO_USE, IO_STREAM, 0, IO_NONE, 0, 0, 0},
    {"perror", IO_USE, IO_FIXED, 2, IO_UNKNOWN, 0, W, 1},
    /* descriptors */
    {"read", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"write", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"pread", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"pread64", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"pwrite", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"pwrite64", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"readv", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"writev", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"preadv", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"preadv2", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"preadv64", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"pwritev", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"pwritev2", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"pwritev64", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"lseek", IO_USE, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"lseek64", IO_USE, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"fsync", IO_USE, IO_FD, 0, IO_NONE, 0, W, 0},
    {"fdatasync", IO_USE, IO_FD, 0, IO_NONE, 0, W, 0},
    {"sync", IO_USE, IO_NOWHERE, 0, IO_NONE, 0, W, 1},
    {"syncfs", IO_USE, IO_FD, 0, IO_NONE, 0, W, 0},
    {"ftruncate", IO_USE, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"ftruncate64", IO_USE, IO_FD, 0, IO_NONE, 0, 0, 0},
    {"truncate", IO_USE, IO_NOWHERE, 0, IO_NONE, 0, 0, 0},
    {"truncate64", IO_USE, IO_NOWHERE, 0, IO_NONE, 0, 0, 0},
    {"pipe", IO_USE, IO_NOWHERE, 0, IO_NONE, 0, 0, 0},
    {"pipe2", IO_USE, IO_NOWHERE, 0, IO_NONE, 0, 0, 0},
    {"sendfile", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"sendfile64", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"copy_file_range", IO_USE, IO_FD, 2, IO_RESULT, 0, W, 0},
    {"send", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"sendto", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"sendmsg", IO_USE, IO_FD, 0, IO_RESULT, 0, W, 0},
    {"recv", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"recvfrom", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
    {"recvmsg", IO_USE, IO_FD, 0, IO_RESULT, 0, R, 0},
};

const struct io_function *io_function(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (!strcmp(functions[i].name, name))
            return &functions[i];
    }
    return NULL;
}
