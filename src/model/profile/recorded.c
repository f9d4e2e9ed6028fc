/* recorded.c: see recorded.h */
#include "model/profile/recorded.h"

#include "util/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The same as struct profile_tally. */
static const char recorder[] =
    "static struct tally { unsigned long long visits, taken; double sum, min, max, first, last; } "
    "*tallies;\n"
    "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
    "static struct tally *open_tallies(void)\n"
    "{\n"
    "    const char *folder = getenv(\"TRIPTYCH_VALUES\"), *rank = "
    "getenv(\"OMPI_COMM_WORLD_RANK\");\n"
    "    char path[4096];\n"
    "    if (!rank)\n"
    "        rank = getenv(\"PMI_RANK\");\n"
    "    snprintf(path, sizeof path, \"%s/values.%06d.%d\", folder ? folder : \".\", rank ? "
    "atoi(rank) : 0, (int)getpid());\n"
    "    int file = folder ? open(path, O_RDWR | O_CREAT, 0600) : -1;\n"
    "    void *memory = MAP_FAILED;\n"
    "    if (file >= 0 && ftruncate(file, COUNT * sizeof(struct tally)) == 0)\n"
    "        memory = mmap(NULL, COUNT * sizeof(struct tally), PROT_READ | PROT_WRITE, MAP_SHARED, "
    "file, 0);\n"
    "    if (file >= 0)\n"
    "        close(file);\n"
    "    static struct tally none[COUNT];\n"
    "    return memory == MAP_FAILED ? none : memory;\n"
    "}\n"
    "void tri_profile_value(unsigned number, double value);\n"
    "void tri_profile_value(unsigned number, double value)\n"
    "{\n"
    "    pthread_mutex_lock(&lock);\n"
    "    if (!tallies)\n"
    "        tallies = open_tallies();\n"
    "    struct tally *tally = &tallies[number];\n"
    "    unsigned long long visit = ++tally->visits;\n"
    "    if ((!choose[number].at || visit == choose[number].at) && (!choose[number].sample || "
    "visit "
    "% choose[number].sample == 0)) {\n"
    "        if (!tally->taken)\n"
    "            tally->first = tally->min = tally->max = value;\n"
    "        tally->last = value;\n"
    "        tally->sum += value;\n"
    "        if (value < tally->min)\n"
    "            tally->min = value;\n"
    "        if (value > tally->max)\n"
    "            tally->max = value;\n"
    "        tally->taken++;\n"
    "    }\n"
    "    pthread_mutex_unlock(&lock);\n"
    "}\n"
    "void tri_profile_value_(const int *number, const double *value);\n"
    "void tri_profile_value_(const int *number, const double *value)\n"
    "{\n"
    "    tri_profile_value((unsigned)*number, *value);\n"
    "}\n";

void profile_recorder_write(const struct model_profile_asks *asks, struct buffer *out)
{
    buffer_add(out, "#define _GNU_SOURCE 1\n#include <fcntl.h>\n#include <pthread.h>\n"
                    "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/mman.h>\n"
                    "#include <unistd.h>\n");
    buffer_printf(out, "enum { COUNT = %zu };\n", asks->count);
    buffer_add(out, "static const struct { unsigned at, sample; } choose[COUNT] = {\n");
    for (size_t i = 0; i < asks->count; i++)
        buffer_printf(out, "    {%u, %u},\n", asks->list[i].only, asks->list[i].sample);
    buffer_add(out, "};\n");
    buffer_add(out, recorder);
}

/* Reads the tally of one process. */
static bool read_one(const char *path, size_t number, size_t count, struct profile_tally *tally,
                     struct error *error)
{
    struct profile_tally one;
    FILE *in = fopen(path, "re");
    bool good = in && number < count && fseek(in, (long)(number * sizeof one), SEEK_SET) == 0 &&
                fread(&one, sizeof one, 1, in) == 1;
    if (in)
        fclose(in);
    if (!good)
        return error_set(error, "the recorded values in %s cannot be read", path);
    profile_tally_join(tally, &one);
    return true;
}

static int is_values(const struct dirent *entry)
{
    return !strncmp(entry->d_name, "values.", 7);
}

bool profile_recorded_read(const char *folder, size_t number, size_t count,
                           struct profile_tally *tally, struct error *error)
{
    struct dirent **names = NULL;
    int found = scandir(folder, &names, is_values, alphasort); /* in the order of ranks */
    bool good = true;
    for (int i = 0; i < found; i++) {
        char *path = memory_printf("%s/%s", folder, names[i]->d_name);
        good = good && read_one(path, number, count, tally, error);
        free(path);
        free(names[i]);
    }
    free(names);
    return good;
}
