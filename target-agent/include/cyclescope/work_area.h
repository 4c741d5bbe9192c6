/** Memory for benchmarks that work on data; one of them has it at a time. */
#ifndef CYCLESCOPE_WORK_AREA_H
#define CYCLESCOPE_WORK_AREA_H

#include <stdint.h>

/** Where it begins is a multiple of this. */
#define CYCLESCOPE_WORK_AREA_ALIGNMENT 64u

/** The most there is. */
uint32_t cyclescope_work_area_bytes(void);

/** Names the limit, for the reason why something does not fit. */
const char *cyclescope_work_area_limit(void);

/** Gives so many bytes; NULL: they are not to be had. */
void *cyclescope_work_area_take(uint32_t bytes);

/** Takes back what was given last. */
void cyclescope_work_area_return(void);

#endif
