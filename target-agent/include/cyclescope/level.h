/** The priority of a second thread relative to the agent's. */
#ifndef CYCLESCOPE_LEVEL_H
#define CYCLESCOPE_LEVEL_H

/** When both could run, the higher one does; on one level, the one that is running already. */
typedef enum {
    CYCLESCOPE_BELOW = -1,
    CYCLESCOPE_BESIDE = 0,
    CYCLESCOPE_ABOVE = 1
} cyclescope_level;

#endif
