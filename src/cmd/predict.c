/* predict.c: `triptych predict`: what a program would take elsewhere, or if it were different. */
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/predict_model.h"
#include "cmd/predict_run.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), length = strlen(end);
    return size >= length && !strcmp(text + size - length, end);
}

/* True if the command line names a model: a metaprogram or a metamodel. */
static bool names_model(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' && (ends_with(argv[i], ".rb") || ends_with(argv[i], ".json")))
            return true;
    }
    return false;
}

static bool asks_for_help(int argc, char **argv)
{
    return argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
}

int cmd_predict(int argc, char **argv)
{
    if (asks_for_help(argc, argv)) {
        int status = cmd_predict_model(argc, argv);
        putchar('\n');
        return status == CMD_DONE ? predict_run(argc, argv) : status;
    }
    return names_model(argc, argv) ? cmd_predict_model(argc, argv) : predict_run(argc, argv);
}
