/* predict_model.h: `triptych predict MODEL`: predicts times from a metaprogram or a metamodel. */
#ifndef CMD_PREDICT_MODEL_H
#define CMD_PREDICT_MODEL_H

int cmd_predict_model(int argc, char **argv);

#endif
