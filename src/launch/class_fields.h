/* class_fields.h: the fields of C++ classes, from debugging information: those of a closure's class
 * are the variables that it captures. */
#ifndef LAUNCH_CLASS_FIELDS_H
#define LAUNCH_CLASS_FIELDS_H

/* The classes of a program, which may have none. */
struct launch_classes;
struct launch_classes *launch_classes_open(const char *program);
void launch_classes_close(struct launch_classes *classes);

/* Returns the names and sizes in bytes of the fields of a class, to be freed: "first 4, last 8";
 * NULL if the program has no such class, or no debugging information. Of several classes with one
 * name in different namespaces, the first one counts. */
char *launch_classes_fields(struct launch_classes *classes, const char *class);

#endif
