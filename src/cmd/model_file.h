/* model_file.h: `triptych model FILE.rb`. */
#ifndef CMD_MODEL_FILE_H
#define CMD_MODEL_FILE_H

/* Prints the metamodel of a metaprogram. Returns the exit status. */
int cmd_model_file(int argc, char **argv);

#endif
