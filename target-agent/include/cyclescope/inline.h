/** Attributes for code inside measured windows. */
#ifndef CYCLESCOPE_INLINE_H
#define CYCLESCOPE_INLINE_H

/** Never a call of its own, which would be measured, too: builds for size make some of `inline`. */
#define CYCLESCOPE_INLINE static inline __attribute__((always_inline, unused))

#endif
