/**
 * The time after which a test counts as hung. No test depends on it: on a busy machine everything may take
 * many times as long as on an idle one, and a test that waits for a state waits until it is reached.
 */
export const HANGS_MS = 600_000;

/** The same for a test that builds whole kernels, or tries 20,000 cases with files: minutes of processor time. */
export const LONG_HANGS_MS = 4 * HANGS_MS;
