/* layout.h: positions of the nodes of a tree in a picture. */
#ifndef REPORT_BINARY_LAYOUT_H
#define REPORT_BINARY_LAYOUT_H

#include "report/binary/lcct.h"

/* The box of a node. */
struct lcct_box {
    double width; /* with the margin */
    double x;     /* of its centre */
    uint32_t level;
};

/* Places the hot nodes: each parent above the middle of its children, and subtrees as close to each
 * other as possible. `boxes` are by row of the tree, with their widths set. Returns the width of
 * the picture, and sets *levels to the number of levels. */
double lcct_layout(const struct report_lcct_view *view, struct lcct_box *boxes, uint32_t *levels);

#endif
