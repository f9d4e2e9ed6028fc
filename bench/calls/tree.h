/* tree.h: a search tree in the style of a library: every small thing is a function. */
#ifndef TREE_H
#define TREE_H

#include <stddef.h>

struct tree;

struct tree *tree_new(size_t room);
void tree_free(struct tree *tree);
void tree_add(struct tree *tree, unsigned key);
long tree_count(const struct tree *tree, unsigned key);

/* node.c */
struct node;

struct node *node_towards(struct node *node, unsigned key);
unsigned next_random(unsigned *state);

#endif
