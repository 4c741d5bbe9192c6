/** Priority of a second thread relative to the agent's. */
#ifndef CYCLESCOPE_LEVEL_H
#define CYCLESCOPE_LEVEL_H

/** If both are ready, the higher one runs; on the same level, the one already running continues. */
typedef enum {
    CYCLESCOPE_BELOW = -1,
    CYCLESCOPE_BESIDE = 0,
    CYCLESCOPE_ABOVE = 1
} cyclescope_level;

#endif
