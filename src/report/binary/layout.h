/* layout.h: where the nodes of a tree stand in a picture. */
#ifndef REPORT_BINARY_LAYOUT_H
#define REPORT_BINARY_LAYOUT_H

#include "report/binary/lcct.h"

struct lcct_box {
    double width; /* with the room beside it */
    double x;     /* of its middle */
    uint32_t level;
};

/* Places the hot nodes: each below the middle of its parent's children, as close to its neighbours
 * as they allow. `boxes` are by row of the tree, with their widths. Returns how wide all of it is;
 * *levels is set to how many lie on top of each other. */
double lcct_layout(const struct lcct_view *view, struct lcct_box *boxes, uint32_t *levels);

#endif
