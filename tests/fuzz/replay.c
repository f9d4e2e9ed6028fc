/* replay.c: runs the fuzzer's function over kept inputs, without the fuzzer. Says how many there
 * were. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static int replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t room = (size_t)1 << 20;
    unsigned char *bytes = malloc(room);
    if (!file || !bytes) {
        perror(path);
        return 1;
    }
    size_t size = fread(bytes, 1, room, file);
    fclose(file);
    unsigned char *exact = malloc(size ? size : 1); /* so that a byte too far is seen */
    for (size_t i = 0; exact && i < size; i++)
        exact[i] = bytes[i];
    free(bytes);
    if (exact)
        LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 0;
}

int main(int argc, char **argv)
{
    int count = 0, failed = 0;
    setenv("TRIPTYCH_CACHE", "", 1); /* nothing is kept */
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            char path[4096];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            failed += replay(path);
            count++;
        }
        if (folder)
            closedir(folder);
    }
    printf("%s 1 - %d kept inputs are read without harm\n1..1\n",
           count && !failed ? "ok" : "not ok", count);
    return !count || failed;
}
