/** Attributes for code inside measured windows. */
#ifndef CYCLESCOPE_INLINE_H
#define CYCLESCOPE_INLINE_H

/** Forces inlining: a call would be measured, and builds for size turn some `inline` into calls. */
#define CYCLESCOPE_INLINE static inline __attribute__((always_inline, unused))

#endif
