import { readFileSync } from 'node:fs';
import { listProcesses } from '../editor/processes.mjs';

/** Returns the resident memory, in MB, of the extension host with its worker threads. */
export function extensionHostMemory(
  /** @type {import('../editor/server.mjs').EditorServer} */ server,
) {
  const hosts = listProcesses(server.folders.temporary).filter(({ command }) =>
    command.includes('--type=extensionHost'),
  );
  return hosts.reduce((sum, { pid }) => sum + residentKiB(pid), 0) / 1024;
}

function residentKiB(/** @type {number} */ pid) {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0);
}
