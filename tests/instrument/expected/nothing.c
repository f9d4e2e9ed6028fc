/* Nothing to measure. */
int only_data[] = {1, 2, 3};
