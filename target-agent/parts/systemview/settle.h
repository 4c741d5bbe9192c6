/** The recorder's ring brought into a known state. */
#ifndef CYCLESCOPE_SETTLE_H
#define CYCLESCOPE_SETTLE_H

/**
 * What the recorder needs for one event depends on where in the ring it goes, on the end of the ring
 * above all, and on the length of its time stamp. Called before each traced block, this makes all of
 * them begin at the same place, with the last packet one tick ago.
 */
void cyclescope_stream_settle(void);

#endif
