/* cmd.h: the subcommands. Each gets its own arguments, argv[0] being its name, and returns the exit
 * status. */
#ifndef CMD_CMD_H
#define CMD_CMD_H

enum {
    CMD_DONE = 0,
    CMD_FAILED = 1,
    CMD_MISUSED = 2,
    CMD_HOLDS = 3, /* `triptych compare --fail-if`: a condition holds */
};

int cmd_cc(int argc, char **argv);
int cmd_fc(int argc, char **argv);
int cmd_instrument(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_loops(int argc, char **argv);
int cmd_filter(int argc, char **argv);
int cmd_stop(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_history(int argc, char **argv);
int cmd_query(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_import(int argc, char **argv);
int cmd_view(int argc, char **argv);
int cmd_model(int argc, char **argv);
int cmd_predict(int argc, char **argv);
int cmd_machine(int argc, char **argv);
int cmd_vocabulary(int argc, char **argv);
int cmd_script(int argc, char **argv);
int cmd_demo(int argc, char **argv);

#endif
