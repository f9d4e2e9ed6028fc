/* paths.h: the folders of Triptych's library, headers and examples: installed, or in the build
 * folder.
 */
#ifndef LAUNCH_PATHS_H
#define LAUNCH_PATHS_H

const char *launch_paths_library(void); /* the folder of libtriptych.so and libtriptych.a */
const char *launch_paths_include(void); /* the folder of triptych/probes.h */
const char *launch_paths_examples(void);
/* the folder of the script and sources that build collectors of other MPIs; only installed */
const char *launch_paths_collector(void);
const char *launch_paths_vocabularies(void);  /* those that come with Triptych */
const char *launch_paths_metaprogram(void);   /* the program that runs metaprograms */
const char *launch_paths_script_reader(void); /* the program that reads task scripts */
const char *launch_paths_script_agent(void);  /* the program that runs tasks on a node */
const char *launch_paths_simulate(void);      /* the program that simulates task scripts */
const char *launch_paths_valgrind(void);      /* the folder of the Valgrind tool and its files */

#endif
