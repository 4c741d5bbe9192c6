import { chmodSync, createReadStream, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AgentImage } from '../../../extension/agent/manifest';
import type { QemuBoard } from '../../../extension/targets/qemu/machines';
import { connectWhenReady } from '../../../extension/targets/qemu/start';
import type { TargetLink } from '../../../extension/targets/target';
import { openAgent } from './measured';
import { temporaryFolder } from './temporary';

/* QEMU's own log of every executed instruction. It is switched while the agent runs. */

/** What was executed. */
export interface ExecutionLog {
  /** The addresses of all executed instructions, in order. */
  readonly addresses: Uint32Array;
  /** Those of instructions that reached a device. */
  readonly devices: ReadonlySet<number>;
}

/** An open target whose executed instructions can be logged. */
export interface LoggedAgent {
  readonly link: TargetLink;
  /** Gives what was executed meanwhile. */
  logged(act: () => Promise<unknown>): Promise<ExecutionLog>;
  close(): Promise<void>;
}

/** Opens an emulated target through a script that gives QEMU a second monitor and a log file. */
export async function openLogged(image: AgentImage, board: QemuBoard): Promise<LoggedAgent> {
  const folder = temporaryFolder('log');
  const [program, socket] = [join(folder, 'qemu'), join(folder, 'monitor')];
  const monitored = `exec ${board.program} "$@" -qmp unix:${socket},server=on,wait=off`;
  writeFileSync(program, `#!/bin/sh\n${monitored}\n`);
  chmodSync(program, 0o755);
  const link = await openAgent(image, { ...board, program });
  const monitor = await openMonitor(await connectWhenReady(socket, new AbortController().signal));
  let logs = 0;
  return {
    link,
    logged: async (act) => {
      const log = join(folder, `log-${++logs}`);
      for (const line of [`logfile ${log}`, 'singlestep on', 'log exec,nochain'])
        await monitor.command(line);
      await act();
      for (const line of ['log none', 'singlestep off']) await monitor.command(line);
      const executed = await readLog(log);
      rmSync(log);
      return executed;
    },
    close: async () => {
      monitor.close();
      await link.close();
    },
  };
}

/** Opens QEMU's machine protocol for commands of its human monitor. */
async function openMonitor(socket: Socket) {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const execute = async (request: object) => {
    socket.write(`${JSON.stringify(request)}\n`);
    for (;;) {
      const { value = '{}', done } = await lines.next();
      if (done) throw new Error('QEMU closed its monitor');
      const message = JSON.parse(value) as Record<string, unknown>;
      if ('error' in message) throw new Error(JSON.stringify(message));
      if ('return' in message) return message['return'];
    }
  };
  await execute({ execute: 'qmp_capabilities' });
  return {
    command: async (line: string) => {
      const command = { 'command-line': line };
      const reply = await execute({ execute: 'human-monitor-command', arguments: command });
      if (reply !== '') throw new Error(`${line}: ${String(reply)}`);
    },
    close: () => socket.destroy(),
  };
}

/**
 * Reads the addresses from a log. An instruction that reaches a device is begun, rewound and begun
 * anew: the first of its lines does not count, nor does that of one before which QEMU paused.
 */
async function readLog(path: string): Promise<ExecutionLog> {
  const devices = new Set<number>();
  let addresses = new Uint32Array(1 << 20);
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const executed = /^Trace \d+: \S+ \[[^/]*\/([0-9a-f]+)\//.exec(line);
    if (executed) {
      if (count === addresses.length) addresses = doubled(addresses);
      addresses[count++] = Number.parseInt(executed[1] ?? '', 16);
      continue;
    }
    const isRewound = line.startsWith('cpu_io_recompile');
    if (isRewound || line.startsWith('Stopped execution')) count -= 1;
    if (isRewound) devices.add(addresses[count] ?? 0);
  }
  return { addresses: addresses.subarray(0, count), devices };
}

function doubled(addresses: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(addresses.length * 2);
  larger.set(addresses);
  return larger;
}
