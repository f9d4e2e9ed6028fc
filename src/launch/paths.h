/* paths.h: where this triptych keeps its library, headers and examples: installed, or in the build
 * folder. */
#ifndef LAUNCH_PATHS_H
#define LAUNCH_PATHS_H

const char *paths_library(void); /* the folder of libtriptych.so and libtriptych.a */
const char *paths_include(void); /* the folder of triptych/probes.h */
const char *paths_examples(void);
/* Of what builds collectors of other MPIs, in an installed copy; else there is nothing. */
const char *paths_collector(void);
const char *paths_valgrind(void); /* of the tool for Valgrind, and of what else it needs */

#endif
