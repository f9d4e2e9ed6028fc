/* time_evaluation.c: prints the CPU time of reading a metamodel and of evaluating it; for
 * bench/model-eval.py. Usage: time_evaluation MODEL.json N P */
#include "model/meta/meta.h"
#include "model/predict/predict.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct model_machine machine;
    struct model_prediction prediction;
    if (argc != 4)
        return 2;
    struct model_binding n = {"n", model_number_whole(atoll(argv[2]))};
    double begin = seconds();
    struct model_meta *meta = model_meta_load(argv[1], &error);
    malloc_trim(0); /* what the reader freed is tidied up in its time */
    double read = seconds();
    struct model_predictor *predictor = meta ? model_predictor_new(&meta->tasks[0], &error) : NULL;
    model_machine_generic(&machine);
    bool done = predictor && model_predict(predictor, &machine, (uint32_t)atoi(argv[3]), &n, 1,
                                           &prediction, &error);
    double end = seconds();
    if (done) {
        printf("%.3f %.3f\n", read - begin, end - read);
        model_prediction_free(&prediction);
    } else {
        fprintf(stderr, "%s\n", error.text);
    }
    model_predictor_free(predictor);
    model_meta_free(meta);
    return !done;
}
