import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inRoot } from './paths.mjs';

/** Starts the virtual debug port, whose core can be sampled; see test/rig/README.md. */
export async function startRig() {
  const child = spawn(process.execPath, [inRoot('test/rig/main.mjs'), '--shows-pc'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  const { stlink, pyocd } = await next();
  return {
    ports: { stlink: Number(stlink.port), pyocd: Number(pyocd.port) },
    ask: async (/** @type {object} */ command) => {
      child.stdin.write(`${JSON.stringify({ id: 1, ...command })}\n`);
      const { error } = await next();
      if (error !== undefined) throw new Error(error);
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Writes the configuration that leads OpenOCD to a rig into a folder; returns its path. */
export function writeConfiguration(/** @type {string} */ folder, /** @type {number} */ port) {
  const file = join(folder, 'rig.cfg');
  const configuration = inRoot('test/rig/openocd/stlink.cfg');
  writeFileSync(file, `set RIG_PORT ${port}\nsource {${configuration}}\n`);
  return file;
}
