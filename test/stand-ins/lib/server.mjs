import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAgent } from './agent.mjs';
import { dieAt, Dying } from './behaviour.mjs';
import { createCore } from './core.mjs';
import { forwardGdb } from './forward.mjs';
import { serveGdb } from './gdb-server.mjs';
import { listen } from './ports.mjs';

/**
 * @typedef {object} Service
 * @property {number} port
 * @property {(socket: import('node:net').Socket, core: import('./core.mjs').Core) => void} serve
 */

/** Commands of `monitor` that the servers for ST-LINK answer with nothing, once they are carried out. */
export const resetAndHalt = {
  reset: (/** @type {import('./core.mjs').Core} */ core) => {
    core.reset();
    return '';
  },
  halt: (/** @type {import('./core.mjs').Core} */ core) => {
    core.halt();
    return '';
  },
};

/**
 * The common part of the stand-ins: a core and a GDB port; it exits with its client.
 * @param {object} parts
 * @param {import('./behaviour.mjs').Behaviour} parts.behaviour
 * @param {string} parts.banner Its first output.
 * @param {string} parts.ready Its output when it is ready.
 * @param {number} parts.gdbPort
 * @param {Readonly<Record<string, (core: import('./core.mjs').Core) => string>>} parts.monitor
 * @param {(packet: string) => string | undefined} [parts.answers] Its own answers to packets.
 * @param {(port: number) => string} parts.taken Its output if a port is taken.
 * @param {readonly Service[]} [parts.services]
 */
export async function runServer({
  behaviour,
  banner,
  ready,
  gdbPort,
  monitor,
  answers,
  taken,
  services = [],
}) {
  const { controlBlock, prints, hangs, portsLateMs = 0, forwardTo } = behaviour;
  if (behaviour.log !== undefined)
    appendFileSync(
      behaviour.log,
      `${JSON.stringify({ pid: process.pid, args: process.argv.slice(2) })}\n`,
    );
  process.stdout.write(banner);
  dieAt(behaviour, 'start');
  if (hangs === true) {
    process.stdout.write(`${prints}\n`);
    return void setInterval(() => undefined, 1000);
  }
  const core = createCore(
    (memory) =>
      controlBlock === undefined
        ? { boot: () => undefined, step: () => undefined }
        : createAgent(memory, controlBlock, () => dieAt(behaviour, 'hello')),
    () => dieAt(behaviour, 'run'),
  );
  const onEnd = () => process.exit(0);
  const openPorts = async () => {
    const gdb = {
      port: gdbPort,
      serve: serveFirst((socket) => {
        if (forwardTo !== undefined) forwardGdb(socket, forwardTo, onEnd);
        else serveGdb(socket, { core, behaviour, monitor, answers, onEnd });
      }),
    };
    for (const { port, serve } of [...services, gdb]) {
      const isOpen = await listen(port, (socket) => serve(socket, core)).catch(() => false);
      if (isOpen !== false) continue;
      process.stdout.write(`${taken(port)}\n`, () => process.exit(1));
      throw new Dying();
    }
  };
  if (portsLateMs === 0) await openPorts();
  process.stdout.write(ready);
  dieAt(behaviour, 'ready');
  if (portsLateMs > 0) {
    await sleep(portsLateMs);
    await openPorts();
  }
}

/**
 * A GDB server takes one client.
 * @param {(socket: import('node:net').Socket) => void} serve
 */
function serveFirst(serve) {
  let isTaken = false;
  return (/** @type {import('node:net').Socket} */ socket) => {
    if (isTaken) return void socket.destroy();
    isTaken = true;
    serve(socket);
  };
}
