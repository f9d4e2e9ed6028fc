/* node.c: tiny functions. */
#include "node.h"
#include "tree.h"

/* The node itself when it has the key, else the child on the way to it. */
struct node *node_towards(struct node *node, unsigned key)
{
    if (key == node->key)
        return node;
    return key < node->key ? node->left : node->right;
}

unsigned next_random(unsigned *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}
