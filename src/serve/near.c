/* near.c: see near.h */
#include "serve/near.h"

#include "report/table/json.h"
#include "util/interned.h"
#include "util/memory.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ARCHIVES = 200 };

static int is_named_archive(const struct dirent *entry)
{
    size_t size = strlen(entry->d_name);
    return entry->d_name[0] != '.' && size > 4 && !strcmp(entry->d_name + size - 4, ".tri");
}

/* True if a folder holds the description of a run. */
static bool is_archive(const char *path)
{
    struct stat status;
    char *name = memory_printf("%s/run.json", path);
    bool is = !stat(name, &status) && S_ISREG(status.st_mode);
    free(name);
    return is;
}

static bool is_open(struct serve_runs *runs, const char *path)
{
    char real[PATH_MAX];
    const struct serve_run *run;
    for (size_t i = 0; (run = serve_runs_get(runs, i)); i++) {
        if (realpath(run->path, real) && !strcmp(real, path))
            return true;
    }
    return false;
}

/* Adds the archives in a folder to a list. */
static void add_folder(struct serve_runs *runs, const char *folder, json_t *list)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_named_archive, alphasort);
    for (int i = 0; i < count; i++) {
        char *path = memory_printf("%s/%s", strcmp(folder, "/") ? folder : "", entries[i]->d_name);
        if (json_array_size(list) < MOST_ARCHIVES && is_archive(path) && !is_open(runs, path)) {
            json_t *archive = json_object();
            json_object_set_new(archive, "name", report_json_text(entries[i]->d_name));
            json_object_set_new(archive, "path", report_json_text(path));
            json_array_append_new(list, archive);
        }
        free(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

void serve_near(struct serve_runs *runs, struct serve_answer *answer)
{
    json_t *root = json_object(), *list = json_array();
    struct interned *folders = interned_new();
    const struct serve_run *run;
    for (size_t i = 0; (run = serve_runs_get(runs, i)); i++) {
        char real[PATH_MAX];
        char *slash = realpath(run->path, real) ? strrchr(real, '/') : NULL;
        if (!slash)
            continue;
        slash[slash == real] = '\0';
        uint32_t before = interned_count(folders);
        if (interned_add_text(folders, real) == before)
            add_folder(runs, real, list);
    }
    interned_free(folders);
    json_object_set_new(root, "archives", list);
    serve_answer_json(answer, root);
}
