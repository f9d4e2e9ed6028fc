/* tree.c: see tree.h */
#include "tree.h"

#include "node.h"

#include <stdlib.h>

struct tree {
    struct node *root, *nodes;
    size_t used;
};

struct tree *tree_new(size_t room)
{
    struct tree *tree = calloc(1, sizeof *tree);
    if (tree)
        tree->nodes = calloc(room, sizeof *tree->nodes);
    return tree;
}

void tree_free(struct tree *tree)
{
    free(tree->nodes);
    free(tree);
}

static struct node *find(const struct tree *tree, unsigned key, struct node **parent)
{
    struct node *node = tree->root;
    *parent = NULL;
    while (node) {
        struct node *next = node_towards(node, key);
        if (next == node)
            break;
        *parent = node;
        node = next;
    }
    return node;
}

void tree_add(struct tree *tree, unsigned key)
{
    struct node *parent, *node = find(tree, key, &parent);
    if (!node) {
        node = &tree->nodes[tree->used++];
        node->key = key;
        if (!parent)
            tree->root = node;
        else if (key < parent->key)
            parent->left = node;
        else
            parent->right = node;
    }
    node->count++;
}

long tree_count(const struct tree *tree, unsigned key)
{
    struct node *parent, *node = find(tree, key, &parent);
    return node ? node->count : 0;
}
