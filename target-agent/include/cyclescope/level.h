/** Where a second thread stands beside the agent's. */
#ifndef CYCLESCOPE_LEVEL_H
#define CYCLESCOPE_LEVEL_H

/** Which of the two runs when both could: the higher one; on one level, whoever runs already. */
typedef enum {
    CYCLESCOPE_BELOW = -1,
    CYCLESCOPE_BESIDE = 0,
    CYCLESCOPE_ABOVE = 1
} cyclescope_level;

#endif
