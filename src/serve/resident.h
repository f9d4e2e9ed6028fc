/* resident.h: bounds the memory that the server takes. Files of archives are mapped, and the pages
 * that were read count as the server's; they can be given back at any time. */
#ifndef SERVE_RESIDENT_H
#define SERVE_RESIDENT_H

/* Gives back the pages of mapped files below a folder if much memory is in use. Readers may go on
 * meanwhile. */
void serve_resident_trim(const char *folder);

#endif
