/* node.h: the inside of a node, for node.c and tree.c. */
#ifndef NODE_H
#define NODE_H

struct node {
    unsigned key;
    long count;
    struct node *left, *right;
};

#endif
