/* callbacks_library.h: see callbacks_library.c */
#ifdef __cplusplus
extern "C" {
#endif
typedef void library_function(int);
void library_call(library_function *f, int a);
void library_deep(library_function *f, int a);
void library_two(library_function *f, library_function *g, int a);
void library_deep_first(library_function *f, library_function *g, int a);
void library_try(library_function *f, library_function *g, int a);
void library_leave(void);
#ifdef __cplusplus
}
#endif
