import { vi } from 'vitest';
import { HANGS_MS } from './patience.mjs';

/*
 * Waits in tests end only when the test counts as hung: vitest's own limit of a second is soon over on a
 * busy machine. This file is run before each test file, and several of them share a worker.
 */
const patience = { timeout: HANGS_MS / 2, interval: 20 };
const isPatient = Symbol.for('cyclescope: waits until it hangs');

if (!(isPatient in vi)) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    [isPatient]: true,
    waitFor: ((callback, options) => waitFor(callback, addPatience(options))) as typeof waitFor,
    waitUntil: ((callback, options) =>
      waitUntil(callback, addPatience(options))) as typeof waitUntil,
  });
}

function addPatience(options: Parameters<typeof vi.waitFor>[1]) {
  return { ...patience, ...(typeof options === 'number' ? { timeout: options } : options) };
}
