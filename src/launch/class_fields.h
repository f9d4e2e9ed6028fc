/* class_fields.h: the fields of C++ classes, from debugging information: those of a closure's class
 * are the variables that it captures. */
#ifndef LAUNCH_CLASS_FIELDS_H
#define LAUNCH_CLASS_FIELDS_H

/* Returns the names and sizes in bytes of the fields of a class, to be freed: "first 4, last 8";
 * NULL if the program has no such class, or no debugging information. */
char *launch_class_fields(const char *program, const char *class);

#endif
