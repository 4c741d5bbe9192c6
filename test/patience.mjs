/**
 * After so long a test hangs. That is no criterion of any test: on a busy machine everything may take
 * many times as long as on a quiet one, and whoever waits for a state waits until it is there.
 */
export const HANGS_MS = 600_000;
