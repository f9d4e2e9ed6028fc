/* summary.h: the three lines after a run. */
#ifndef CMD_SUMMARY_H
#define CMD_SUMMARY_H

void summary_print(const char *archive, int status);

#endif
