/* nx.h: the calls of Intel's NX that the tests need, with the signatures of the Paragon's nx.h. */
#ifndef TEST_NX_H
#define TEST_NX_H

long mynode(void);
long numnodes(void);
long myptype(void);

void csend(long type, char *buffer, long size, long node, long ptype);
void crecv(long typesel, char *buffer, long size);
void crecvx(long typesel, char *buffer, long size, long nodesel, long ptypesel, long info[]);
long csendrecv(long type, char *sent, long sent_size, long node, long ptype, long typesel,
               char *received, long received_size);
long isend(long type, char *buffer, long size, long node, long ptype);
long irecv(long typesel, char *buffer, long size);
long irecvx(long typesel, char *buffer, long size, long nodesel, long ptypesel, long info[]);
void msgwait(long id);
long msgdone(long id);
void cprobe(long typesel);
long iprobe(long typesel);

long infotype(void);
long infocount(void);
long infonode(void);
long infoptype(void);

void gsync(void);
void gdsum(double x[], long count, double work[]);
void gisum(long x[], long count, long work[]);
void gihigh(long x[], long count, long work[]);
void gcol(char x[], long size, char y[], long room, long *taken);
void gcolx(char x[], long sizes[], char y[]);
void gsendx(long type, char *buffer, long size, long nodes[], long count);

#endif
