/** Detects a core's own caches and switches them off. */
#ifndef CYCLESCOPE_CACHES_H
#define CYCLESCOPE_CACHES_H

/** Returns "none" where the core has no cache, "off", or the caches that are on. */
const char *cyclescope_caches(void);

/** Switches the caches off; data that was only in the data cache is in memory afterwards. */
void cyclescope_caches_off(void);

/** For worst-case figures: switches off caches and memory accelerators, and reports the result. */
void cyclescope_worst_case_start(void);
/**
 * Returns the fact that belongs to those figures: accelerators, other than caches, that were
 * switched off.
 */
const char *cyclescope_accelerators(void);

#endif
