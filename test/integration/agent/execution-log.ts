import { chmodSync, createReadStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentImage } from '../../../extension/agent/manifest';
import { followLog } from '../../../extension/targets/qemu/execution/log';
import type { QemuBoard } from '../../../extension/targets/qemu/machines';
import { connectQmp } from '../../../extension/targets/qemu/qmp';
import { connectWhenReady } from '../../../extension/targets/qemu/start';
import type { TargetLink } from '../../../extension/targets/target';
import { openAgent } from './measured';
import { temporaryFolder } from './temporary';

/* QEMU's own log of every executed instruction. It is switched while the agent runs. */

/** A log of executed instructions. */
export interface ExecutionLog {
  /** The addresses of all executed instructions, in order. */
  readonly addresses: Uint32Array;
  /** The addresses of instructions that reached a device. */
  readonly devices: ReadonlySet<number>;
  /** Exceptions that were taken and returned from, in order. */
  readonly exceptions: readonly ExceptionChange[];
}

/** An exception that begins or ends before an instruction. */
export interface ExceptionChange {
  /** The instruction's place among all executed ones. */
  readonly at: number;
  /** The number of the exception that begins; undefined if the latest one ends. */
  readonly taken?: number;
}

/** An open target whose executed instructions can be logged. */
export interface LoggedAgent {
  readonly link: TargetLink;
  /** Returns the instructions executed meanwhile. */
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
  const { signal } = new AbortController();
  const qmp = await connectQmp(await connectWhenReady(socket, signal), signal);
  let logs = 0;
  return {
    link,
    logged: async (act) => {
      const log = join(folder, `log-${++logs}`);
      for (const line of [`logfile ${log}`, 'singlestep on', 'log exec,int,nochain'])
        await qmp.monitor(line);
      await act();
      for (const line of ['log none', 'singlestep off']) await qmp.monitor(line);
      const executed = await readLog(log);
      rmSync(log);
      return executed;
    },
    close: async () => {
      qmp.close();
      await link.close();
    },
  };
}

/** Reads the addresses from a log. */
async function readLog(path: string): Promise<ExecutionLog> {
  const devices = new Set<number>();
  const exceptions: ExceptionChange[] = [];
  let addresses = new Uint32Array(1 << 20);
  let count = 0;
  await followLog(createReadStream(path), {
    executed: (address) => {
      if (count === addresses.length) addresses = doubled(addresses);
      addresses[count++] = address;
    },
    rewound: (address) => void devices.add(address),
    taken: (exception) => exceptions.push({ at: count, taken: exception }),
    returned: () => exceptions.push({ at: count }),
  });
  return { addresses: addresses.subarray(0, count), devices, exceptions };
}

function doubled(addresses: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(addresses.length * 2);
  larger.set(addresses);
  return larger;
}
