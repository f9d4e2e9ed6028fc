/* search.h: counts the ways to place n queens in peace, with a task for each board of few rows. */
#ifndef SEARCH_H
#define SEARCH_H

enum { SEARCH_LARGEST = 16 };

/* Boards of up to `depth` rows are tasks; those below them are searched by the task itself. */
long search_all(int n, int depth);

#endif
