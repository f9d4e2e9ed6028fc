/* call_text_kept.c: see call_text_kept.h */
#include "archive/symbols/call_text_kept.h"

#include "archive/symbols/source_text.h"
#include "util/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The calls of one function in one file, as it was then. */
struct kept {
    char *path, *function;
    struct stat facts;
    struct archive_call_texts calls;
    struct kept *next;
};

static struct kept *newest_kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct archive_call_texts none;

static bool is_unchanged(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* True if a file was last changed before a moment. */
static bool is_older(const struct stat *facts, uint64_t moment)
{
    return facts->st_mtim.tv_sec >= 0 &&
           (uint64_t)facts->st_mtim.tv_sec * 1000000000 + (uint64_t)facts->st_mtim.tv_nsec <=
               moment;
}

static enum archive_call_text_form form_of(const char *path)
{
    enum archive_source_language language = archive_source_text_language(path);
    return language == SOURCE_FREE    ? CALL_TEXT_FREE
           : language == SOURCE_FIXED ? CALL_TEXT_FIXED
                                      : CALL_TEXT_C;
}

/* Reads the file, and keeps the calls. */
static const struct archive_call_texts *read_calls(const char *path, const char *function,
                                                   const struct stat *facts, uint64_t newest)
{
    size_t size = 0;
    char *text = archive_source_text_read(path, newest, &size);
    if (!text)
        return &none;
    struct kept *kept = memory_zeroed(1, sizeof *kept);
    *kept = (struct kept){.path = memory_string(path),
                          .function = memory_string(function),
                          .facts = *facts,
                          .next = newest_kept};
    archive_call_text_find(&kept->calls, text, size, form_of(path), function);
    free(text);
    newest_kept = kept;
    return &kept->calls;
}

const struct archive_call_texts *archive_call_text_kept(const char *path, uint64_t newest,
                                                        const char *function)
{
    struct stat facts;
    if (*path != '/' || stat(path, &facts) || !is_older(&facts, newest))
        return &none;
    pthread_mutex_lock(&lock);
    const struct kept *at = newest_kept;
    while (at && (strcmp(at->path, path) != 0 || strcmp(at->function, function) != 0 ||
                  !is_unchanged(&at->facts, &facts)))
        at = at->next;
    const struct archive_call_texts *calls =
        at ? &at->calls : read_calls(path, function, &facts, newest);
    pthread_mutex_unlock(&lock);
    return calls;
}
