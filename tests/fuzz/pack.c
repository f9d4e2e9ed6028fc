/* pack.c: packs an archive on disk into one file for the corpus: pack NAME.tri > corpus/NAME */
#include "container.h"
#include "format/event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE = 128 };

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    struct archive_folder folder = {.root = argv[1]};
    for (unsigned i = 0; i < CONTAINER_FILES; i++) {
        size_t size = 0;
        const char *path = container_path(i);
        char *text = path ? archive_folder_read_all(&folder, path, (size_t)1 << 20, &size) : NULL;
        if (!text)
            continue;
        size_t header = container_header(path);
        if (header && size > FORMAT_SLOTS_AT) {
            size_t piece = size - FORMAT_SLOTS_AT;
            if (piece > FORMAT_PIECE_SIZE)
                piece = FORMAT_PIECE_SIZE;
            memmove(text + header, text + FORMAT_SLOTS_AT, piece);
            size = header + piece;
        }
        while (size > SPARE && strncmp(path, "tables/", 7) != 0 && !text[size - 1] &&
               !text[size - SPARE]) /* room that was never used */
            size--;
        unsigned char head[5] = {(unsigned char)i, (unsigned char)size, (unsigned char)(size >> 8),
                                 (unsigned char)(size >> 16), i < 256 ? 0 : CONTAINER_MORE};
        fwrite(head, 1, sizeof head, stdout);
        fwrite(text, 1, size, stdout);
        free(text);
    }
    return ferror(stdout) || fflush(stdout);
}
