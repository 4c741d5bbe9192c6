import { chmodSync, createReadStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentImage } from '../../../extension/agent/manifest';
import { findExecutionMarks } from '../../../extension/engine/profile/marks';
import type { ExecutionMarks } from '../../../extension/targets/execution';
import { followLog } from '../../../extension/targets/qemu/execution/log';
import type { QemuBoard } from '../../../extension/targets/qemu/machines';
import { openQemu } from '../../../extension/targets/qemu/open';
import { connectQmp } from '../../../extension/targets/qemu/qmp';
import { connectWhenReady } from '../../../extension/targets/qemu/start';
import type { TargetLink } from '../../../extension/targets/target';
import { buildExecutionPlugin } from '../../../extension/toolchain/extras/execution-plugin';
import { ask, lockFolderOfTests, openAgent, openOptions } from './measured';
import { temporaryFolder } from './temporary';
import { root } from './variants';

/*
 * Every instruction that QEMU executes: by its own log, which is switched while the agent runs, or by its plugin,
 * which is a hundred times as fast and records only windows (`profiling.test.ts` compares both).
 */

/** A log of executed instructions. */
export interface ExecutionLog {
  /** The addresses of all executed instructions, in order. */
  readonly addresses: Uint32Array;
  /** The addresses of instructions that reached a device. */
  readonly devices: ReadonlySet<number>;
  /** The addresses that read the clock, if they are known. */
  readonly readings?: Pick<ExecutionMarks, 'opens' | 'closes'>;
  /** Exceptions that were taken and returned from, in order. */
  readonly exceptions: readonly ExceptionChange[];
}

/** An exception that begins or ends before an instruction. */
export interface ExceptionChange {
  /** The instruction's index among all executed ones. */
  readonly at: number;
  /** The number of the exception that begins; undefined if the latest one ends. */
  readonly taken?: number;
}

/** An open target whose executed instructions can be logged. */
export interface LoggedAgent {
  readonly link: TargetLink;
  /** Returns the instructions executed meanwhile. */
  logExecution(act: () => Promise<unknown>): Promise<ExecutionLog>;
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
    logExecution: async (act) => {
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

/** Has lines answered one after the other; gives the instructions that each of them executed. */
export type Execute = (
  image: AgentImage,
  board: QemuBoard,
  lines: readonly string[],
  onStream: (bytes: Uint8Array) => void,
) => Promise<readonly ExecutionLog[]>;

export const executeLogged: Execute = async (image, board, lines, onStream) => {
  const agent = await openLogged(image, board);
  const logs: ExecutionLog[] = [];
  try {
    agent.link.onStream(onStream);
    for (const line of lines) logs.push(await agent.logExecution(() => answer(agent.link, line)));
  } finally {
    await agent.close();
  }
  return logs;
};

/** Each line must measure one operation. */
export const executeRecorded: Execute = async (image, board, lines, onStream) => {
  const agreed = ['qemu-plugin'];
  const plugin = await buildExecutionPlugin({ packageFolder: root, agreed, onMessage: () => {} });
  const marks = findExecutionMarks(image.elf, '');
  const options = { ...openOptions(), execution: { marks, plugin } };
  const link = await openQemu(board, image, options, { lockFolder: lockFolderOfTests() });
  try {
    link.onStream(onStream);
    for (const line of lines) await answer(link, line);
    const { paths, operations = [] } = (await link.takeExecution?.()) ?? {};
    return operations.map((stretches) =>
      joinStretches(
        stretches.map((path) => paths?.[path] ?? []),
        marks,
      ),
    );
  } finally {
    await link.close();
  }
};

async function answer(link: TargetLink, line: string): Promise<void> {
  await ask(link, line);
  await link.drain();
}

/** Puts recorded stretches in a row; behind each a value was stored. */
function joinStretches(
  stretches: readonly ArrayLike<number>[],
  { opens, closes, stores }: ExecutionMarks,
): ExecutionLog {
  const [store = 0] = stores;
  // Odd steps are switches of threads.
  const executed = stretches.flatMap((steps) => [
    ...Array.from(steps).filter((step) => step % 2 === 0),
    store,
  ]);
  return {
    addresses: Uint32Array.from(executed),
    devices: new Set([...opens, ...closes]),
    readings: { opens, closes },
    exceptions: [],
  };
}

/** Reads the addresses from a log. */
async function readLog(path: string): Promise<ExecutionLog> {
  const devices = new Set<number>();
  const exceptions: ExceptionChange[] = [];
  let addresses = new Uint32Array(1 << 20);
  let count = 0;
  await followLog(createReadStream(path), {
    noteInstruction: (address) => {
      if (count === addresses.length) addresses = enlarge(addresses);
      addresses[count++] = address;
    },
    noteRewind: (address) => void devices.add(address),
    noteException: (exception) => exceptions.push({ at: count, taken: exception }),
    noteReturn: () => exceptions.push({ at: count }),
  });
  return { addresses: addresses.subarray(0, count), devices, exceptions };
}

function enlarge(addresses: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(addresses.length * 2);
  larger.set(addresses);
  return larger;
}
