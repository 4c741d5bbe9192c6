/** Memory for benchmarks that work on data; used by one of them at a time. */
#ifndef CYCLESCOPE_WORK_AREA_H
#define CYCLESCOPE_WORK_AREA_H

#include <stdint.h>

/** Alignment of its start. */
#define CYCLESCOPE_WORK_AREA_ALIGNMENT 64u

/** Returns the maximum size. */
uint32_t cyclescope_work_area_bytes(void);

/** Names the limit, for the reason why something does not fit. */
const char *cyclescope_work_area_limit(void);

/** Reserves `bytes`; NULL if they are not available. */
void *cyclescope_work_area_take(uint32_t bytes);

/** Releases the latest reservation. */
void cyclescope_work_area_return(void);

#endif
