/* closure_classes.h: the classes that X10's compiler generates of closures, NAME__closure__1, with
 * the lines where objects of them are made: their code is that of the statement there. */
#ifndef ARCHIVE_SYMBOLS_CLOSURE_CLASSES_H
#define ARCHIVE_SYMBOLS_CLOSURE_CLASSES_H

#include <stddef.h>
#include <stdint.h>

struct closure_class {
    uint32_t name;       /* its number among the names */
    uint32_t begin, end; /* its lines */
    uint32_t made;       /* line where an object is made; 0: none is */
};

struct closure_classes {
    struct interned *names;
    struct closure_class *all; /* in the order of their lines */
    size_t count, room;
    uint32_t *made; /* by name: the first line where an object is made; 0: none is */
    size_t made_room;
};

/* Looks at the next line of a file, which ends at `end`. */
void archive_closure_classes_see(struct closure_classes *classes, const char *line, const char *end,
                                 uint32_t number);

/* Ends the file: from now on the classes have their `made`. */
void archive_closure_classes_end(struct closure_classes *classes);

/* Returns the class that a line is in; NULL: none. *since receives the first line that belongs
 * together with it: that of the class, or the one behind the last class before it. */
const struct closure_class *archive_closure_classes_at(const struct closure_classes *classes,
                                                       uint32_t line, uint32_t *since);

void archive_closure_classes_free(struct closure_classes *classes);

#endif
