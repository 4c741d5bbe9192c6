import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the milliseconds from the editor's request to activate the extension until everything is registered. The
 * editor's own figure ends earlier, where `activate` first waits.
 */
export function activationTime(/** @type {import('../editor/server.mjs').EditorServer} */ server) {
  const logs = join(server.folders.data, 'logs');
  const lines = readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'));
  return (
    findTime(lines, /Cyclescope .* is active/) -
    findTime(lines, /_doActivateExtension cyclescope\.cyclescope,/)
  );
}

function findTime(/** @type {readonly string[]} */ lines, /** @type {RegExp} */ event) {
  const line = lines.find((each) => event.test(each));
  if (line === undefined) throw new Error(`no line of the editor's logs has ${event.source}`);
  return Date.parse(`${line.slice(0, 23).replace(' ', 'T')}Z`);
}
