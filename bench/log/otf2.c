/* otf2.c: `otf2 TABLES FOLDER`: writes the acts of a sealed archive with one lane as enter and
 * leave events of OTF2, and prints how many there are. Reads the tables as what they are: arrays.
 */
#include <otf2/otf2.h>

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 4096 };

static const void *column(const char *tables, const char *name, size_t *bytes)
{
    char path[4096];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", tables, name);
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &status) != 0) {
        perror(path);
        exit(1);
    }
    *bytes = (size_t)status.st_size;
    return mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, fd, 0);
}

static OTF2_FlushType before_flush(void *data, OTF2_FileType type, OTF2_LocationRef location,
                                   void *caller, bool final)
{
    (void)data;
    (void)type;
    (void)location;
    (void)caller;
    (void) final;
    return OTF2_FLUSH;
}

static OTF2_TimeStamp after_flush(void *data, OTF2_FileType type, OTF2_LocationRef location)
{
    (void)data;
    (void)type;
    (void)location;
    return 0;
}

static OTF2_FlushCallbacks callbacks = {before_flush, after_flush};

int main(int argc, char **argv)
{
    size_t bytes, rows, blocks;
    if (argc != 3)
        return 2;
    const uint32_t *start = column(argv[1], "events/start.u32", &rows);
    const uint32_t *duration = column(argv[1], "events/duration.u32", &bytes);
    const uint16_t *node = column(argv[1], "events/node.u16", &bytes);
    const uint64_t *first = column(argv[1], "event_blocks/first.u64", &blocks);
    const uint64_t *base = column(argv[1], "event_blocks/base.u64", &bytes);
    const uint32_t *region = column(argv[1], "nodes/region.u32", &bytes);
    rows /= sizeof *start;
    blocks /= sizeof *first;

    OTF2_Archive *archive =
        OTF2_Archive_Open(argv[2], "traces", OTF2_FILEMODE_WRITE, 1024 * 1024, 4 * 1024 * 1024,
                          OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive, 0);
    struct {
        uint64_t end;
        uint32_t region;
    } stack[DEEPEST];
    size_t depth = 0, block = 0;
    for (size_t row = 0; row < rows; row++) {
        while (block + 1 < blocks && first[block + 1] <= row)
            block++;
        uint64_t began = base[block] + start[row];
        while (depth && stack[depth - 1].end <= began) {
            depth--;
            OTF2_EvtWriter_Leave(writer, NULL, stack[depth].end, stack[depth].region);
        }
        if (depth == DEEPEST)
            return 1;
        stack[depth].end = began + duration[row];
        stack[depth++].region = region[node[row]];
        OTF2_EvtWriter_Enter(writer, NULL, began, region[node[row]]);
    }
    while (depth--)
        OTF2_EvtWriter_Leave(writer, NULL, stack[depth].end, stack[depth].region);
    OTF2_Archive_CloseEvtWriter(archive, writer);
    OTF2_Archive_CloseEvtFiles(archive);
    OTF2_Archive_Close(archive);
    printf("%zu\n", 2 * rows);
    return 0;
}
