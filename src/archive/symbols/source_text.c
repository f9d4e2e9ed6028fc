/* source_text.c: see source_text.h */
#include "archive/symbols/source_text.h"

#include "util/memory.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define LARGEST ((off_t)16 << 20) /* limit of a file, in bytes */

enum archive_source_language archive_source_text_language(const char *path)
{
    static const struct {
        const char *ending;
        enum archive_source_language language;
    } known[] = {
        {"c", SOURCE_C},       {"h", SOURCE_C},       {"cc", SOURCE_C},      {"cpp", SOURCE_C},
        {"cxx", SOURCE_C},     {"c++", SOURCE_C},     {"hh", SOURCE_C},      {"hpp", SOURCE_C},
        {"hxx", SOURCE_C},     {"h++", SOURCE_C},     {"tcc", SOURCE_C},     {"tpp", SOURCE_C},
        {"inl", SOURCE_C},     {"inc", SOURCE_C},     {"ipp", SOURCE_C},     {"i", SOURCE_C},
        {"ii", SOURCE_C},      {"cu", SOURCE_C},      {"f90", SOURCE_FREE},  {"f95", SOURCE_FREE},
        {"f03", SOURCE_FREE},  {"f08", SOURCE_FREE},  {"f18", SOURCE_FREE},  {"f", SOURCE_FIXED},
        {"for", SOURCE_FIXED}, {"ftn", SOURCE_FIXED}, {"f77", SOURCE_FIXED},
    };
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    if (!dot)
        return SOURCE_C;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!strcasecmp(dot + 1, known[i].ending))
            return known[i].language;
    }
    return SOURCE_OTHER;
}

int source_text_open(const char *path, uint64_t newest, struct stat *facts)
{
    bool is_read = archive_source_text_language(path) != SOURCE_OTHER;
    int fd = is_read ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
    if (fd < 0)
        return -1;
    if (!fstat(fd, facts) && S_ISREG(facts->st_mode) && facts->st_mtim.tv_sec >= 0 &&
        facts->st_size > 0 && facts->st_size <= LARGEST &&
        (uint64_t)facts->st_mtim.tv_sec * 1000000000 + (uint64_t)facts->st_mtim.tv_nsec <= newest)
        return fd;
    close(fd);
    return -1;
}

char *archive_source_text_read(const char *path, uint64_t newest, size_t *size)
{
    struct stat facts;
    int fd = source_text_open(path, newest, &facts);
    if (fd < 0)
        return NULL;
    *size = (size_t)facts.st_size;
    char *text = memory_zeroed(*size + 1, 1);
    if (read(fd, text, *size) != (ssize_t)*size) {
        free(text);
        text = NULL;
    }
    close(fd);
    return text;
}
