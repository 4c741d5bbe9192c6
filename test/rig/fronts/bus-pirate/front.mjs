import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../../child.mjs';
import { createModes } from './modes.mjs';
import { createWire } from './wire.mjs';

const START_MS = 300_000;
const RETRY_MS = 5;

/**
 * A Bus Pirate on a pseudo-terminal, which `socat` makes: OpenOCD's driver `buspirate`.
 * @param {import('../front.mjs').FrontParts} parts
 */
export async function startBusPirateFront(parts) {
  let terminal = await openTerminal(parts);
  return {
    /** A different one after it has reappeared, as with real serial ports. */
    path: () => terminal.path,
    pid: () => terminal.pid,
    vanish: () => terminal.end(),
    appear: async () => {
      terminal = await openTerminal(parts);
    },
  };
}

async function openTerminal(/** @type {import('../front.mjs').FrontParts} */ parts) {
  const socat = startChild('socat', ['-d', '-d', 'PTY,rawer', 'STDIO'], 'pipe');
  const path = await terminalPath(socat);
  // Held open, so that the terminal does not end with its first user.
  const file = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  const serve = createModes(createWire(parts));
  answerAll(socat, serve, parts.faults).catch(() => socat.end());
  return {
    path,
    pid: socat.pid,
    end: async () => {
      closeSync(file);
      await socat.end();
    },
  };
}

/**
 * @param {import('../../child.mjs').Child} socat
 * @param {ReturnType<typeof createModes>} serve
 * @param {import('../../faults.mjs').Faults} faults
 */
async function answerAll({ stdin, stdout }, serve, faults) {
  for await (const chunk of stdout ?? []) {
    /** @type {number[]} */
    const answer = [];
    for (const byte of chunk) {
      const served = serve(byte);
      answer.push(...(Array.isArray(served) ? served : await served));
    }
    if (faults.delay() > 0) await sleep(faults.delay());
    stdin?.write(Buffer.from(answer));
  }
}

async function terminalPath(/** @type {import('../../child.mjs').Child} */ socat) {
  for (const deadline = Date.now() + START_MS; ; await sleep(RETRY_MS)) {
    const path = /PTY is (\S+)/.exec(socat.words())?.[1];
    if (path !== undefined) return path;
    if (!socat.isRunning() || Date.now() > deadline) {
      throw new Error(`socat made no terminal: ${socat.words().trim() || 'no reason given'}`);
    }
  }
}
