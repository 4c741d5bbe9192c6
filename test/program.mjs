import { spawnSync } from 'node:child_process';

/**
 * Writes a program that can be started at once. Another process writes it: what a thread of this one starts inherits
 * every open file for a moment, and a program that is open for writing cannot be started (ETXTBSY).
 */
export function writeProgram(/** @type {string} */ path, /** @type {string} */ text) {
  const script = 'cat > "$0" && chmod 755 "$0"';
  const { status, stderr } = spawnSync('sh', ['-c', script, path], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${path} could not be written: ${stderr}`);
}
