/* seal.c: seals an archive: seal FOLDER */
#include "archive/archive.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    struct error error = {0};
    if (argc == 2 && archive_seal(argv[1], NULL, &error))
        return 0;
    fprintf(stderr, "%s\n", error.text);
    return 1;
}
