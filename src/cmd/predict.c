/* predict.c: `triptych predict`: what a program would take elsewhere, or if it were different. */
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/predict_model.h"
#include "cmd/predict_run.h"

#include <stdbool.h>
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

/* True if it names an archive, whether there is one or not. */
static bool names_run(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' && (ends_with(argv[i], ".tri") || ends_with(argv[i], ".tri/")))
            return true;
    }
    return predict_run_is_meant(argc, argv);
}

int cmd_predict(int argc, char **argv)
{
    bool run = !names_model(argc, argv) && names_run(argc, argv);
    return run ? predict_run(argc, argv) : cmd_predict_model(argc, argv);
}
