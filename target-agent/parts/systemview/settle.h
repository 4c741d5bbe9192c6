/** Brings the recorder's ring into a known state. */
#ifndef CYCLESCOPE_SETTLE_H
#define CYCLESCOPE_SETTLE_H

/**
 * The recorder's cost of an event depends on its position in the ring, above all near the end, and
 * on the length of its time stamp. Called before each traced block, this makes all blocks begin at
 * the same position, with the last packet one tick ago.
 */
void cyclescope_stream_settle(void);

#endif
