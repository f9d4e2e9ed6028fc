/* files.c: see files.h */
#include "serve/files.h"

#include "util/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 16 << 20 };

/* Vite puts a hash of the content into the names of these files: they never change. */
static const char forever[] = "private, max-age=31536000, immutable";

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".svg", "image/svg+xml"},
                                           {".png", "image/png"},
                                           {".woff2", "font/woff2"},
                                           {".json", "application/json"},
                                           {".map", "application/json"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++) {
        if (!strcmp(dot, types[i][0]))
            return types[i][1];
    }
    return "application/octet-stream";
}

/* True if a path has no part that is empty or begins with a full stop, and only usual letters. */
static bool is_plain(const char *path)
{
    for (const char *part = path; *part == '/'; part += 1 + strcspn(part + 1, "/")) {
        if (part[1] == '.' || part[1] == '/' || !part[1])
            return false;
    }
    return path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "/._-")] == '\0';
}

static void set_cache(const char *path, struct serve_answer *answer)
{
    answer->status = SERVE_OK;
    answer->cache = !strncmp(path, "/assets/", 8) ? forever : "no-cache";
}

static bool read_file(const char *folder, const char *path, struct serve_answer *answer)
{
    char *name = memory_printf("%s%s", folder, path), part[65536];
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat facts;
    free(name);
    bool good = fd >= 0 && !fstat(fd, &facts) && S_ISREG(facts.st_mode) && facts.st_size <= LARGEST;
    for (ssize_t size; good && (size = read(fd, part, sizeof part)) > 0;)
        buffer_add_bytes(&answer->body, part, (size_t)size);
    if (fd >= 0)
        close(fd);
    answer->type = type_of(path);
    if (good)
        set_cache(path, answer);
    return good;
}

static bool find_file(const char *path, struct serve_answer *answer)
{
    const struct serve_file *file = serve_page;
    while (file->path && strcmp(file->path, path) != 0)
        file++;
    if (!file->path)
        return false;
    answer->type = file->type;
    answer->fixed = file->bytes;
    answer->fixed_size = file->size;
    buffer_add(&answer->headers, "Content-Encoding: gzip\r\n");
    set_cache(path, answer);
    return true;
}

/* Says that the page is not in this build; scripts can use the server all the same. */
static bool say_no_page(struct serve_answer *answer)
{
    answer->status = SERVE_OK;
    answer->type = "text/html; charset=utf-8";
    buffer_add(&answer->body,
               "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Triptych</title>"
               "<h1>This build of Triptych has no page</h1><p>It was built without Node.js: "
               "install the packages nodejs and npm, run <code>npm ci</code> in the folder web, "
               "and build again.</p><p>The interface for scripts works: "
               "<a href=\"/api/runs\">/api/runs</a>.</p></html>\n");
    return true;
}

bool serve_files(const char *folder, const char *path, struct serve_answer *answer)
{
    const char *name = !strcmp(path, "/") ? "/index.html" : path;
    if (is_plain(name) && (folder ? read_file(folder, name, answer) : find_file(name, answer)))
        return true;
    if (!strcmp(path, "/") && !folder)
        return say_no_page(answer);
    return serve_answer_error(answer, SERVE_NOT_FOUND, "there is no such page",
                              "the page is at /; the interface for scripts begins with /api/");
}
