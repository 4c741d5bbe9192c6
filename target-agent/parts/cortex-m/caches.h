/** A core's own caches: what there is of them, and how to do without. */
#ifndef CYCLESCOPE_CACHES_H
#define CYCLESCOPE_CACHES_H

/** "none" where the core has no cache, "off", or the ones that are on. */
const char *cyclescope_caches(void);

/** Switches the caches off; what only the data cache holds is in memory then. */
void cyclescope_caches_off(void);

/** For worst-case figures: switches off caches and accelerators of memory, and reports the result. */
void cyclescope_worst_case_start(void);
/** The fact that goes with those figures: what was switched off besides the caches. */
const char *cyclescope_accelerators(void);

#endif
