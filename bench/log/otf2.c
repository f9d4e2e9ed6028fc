/* otf2.c: `otf2 FOLDER`: writes acts of one lane, lines START,DURATION,REGION behind a heading, as
 * enter and leave events of OTF2, and prints how many there are. */
#include <otf2/otf2.h>

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

enum { DEEPEST = 4096 };

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
    char heading[256];
    if (argc != 2 || !fgets(heading, sizeof heading, stdin))
        return 2;
    OTF2_Archive *archive =
        OTF2_Archive_Open(argv[1], "traces", OTF2_FILEMODE_WRITE, 1024 * 1024, 4 * 1024 * 1024,
                          OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive, 0);
    struct {
        uint64_t end;
        uint32_t region;
    } stack[DEEPEST];
    size_t depth = 0, rows = 0;
    uint64_t began, duration;
    uint32_t region;
    for (; scanf("%" SCNu64 ",%" SCNu64 ",%" SCNu32, &began, &duration, &region) == 3; rows++) {
        while (depth && stack[depth - 1].end <= began) {
            depth--;
            OTF2_EvtWriter_Leave(writer, NULL, stack[depth].end, stack[depth].region);
        }
        if (depth == DEEPEST)
            return 1;
        stack[depth].end = began + duration;
        stack[depth++].region = region;
        OTF2_EvtWriter_Enter(writer, NULL, began, region);
    }
    while (depth--)
        OTF2_EvtWriter_Leave(writer, NULL, stack[depth].end, stack[depth].region);
    OTF2_Archive_CloseEvtWriter(archive, writer);
    OTF2_Archive_CloseEvtFiles(archive);
    OTF2_Archive_Close(archive);
    printf("%zu\n", 2 * rows);
    return 0;
}
