import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import { isEverything } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { startRig, type Rig } from '../rig/rig';
import { type CliProcess, startCli, workspaceForEach } from './cli-process';
import { type Laboratory, type LabProgram, newLaboratory } from './lab-process';
import { type ServerByHand, startByHand } from './rig-tools';

/* Two rigs as boards of a laboratory, and users who want either of them. */

const ELF = join(import.meta.dirname, '../../dist/agent/qemu-freertos-m7/headline/agent.elf');
const BOARDS = ['one', 'two'];
const USERS = ['anna', 'bruno'];
/** Of each user. */
const JOBS = 3;

describe.skipIf(!isEverything)('two users with three jobs each, and two boards', () => {
  const workspace = workspaceForEach();
  const rigs: Rig[] = [];
  const servers: ServerByHand[] = [];
  const doors: Door[] = [];
  let lab: Laboratory;
  let coordinator: LabProgram;
  let exporter: LabProgram;

  beforeAll(async () => {
    for (const _ of BOARDS) {
      const rig = await startRig();
      const server = await startByHand(rig);
      rigs.push(rig);
      servers.push(server);
      doors.push(await openDoor(server.port));
    }
    const resources = BOARDS.map((name, at) => {
      const gdb = { cls: 'CyclescopeGDBServer', host: '127.0.0.1', port: doors[at]?.port };
      return [name, { gdb: { ...gdb, probe: name } }];
    });
    // Also YAML.
    lab = await newLaboratory(JSON.stringify(Object.fromEntries(resources)));
    coordinator = await lab.startCoordinator();
    exporter = await lab.startExporter();
    for (const name of BOARDS) lab.addPlace(name, 'core=m7');
  });
  afterAll(async () => {
    await exporter.end();
    await coordinator.end();
    for (const door of doors) door.close();
    for (const server of servers) await server.end();
    for (const rig of rigs) await rig.close();
  });

  const start = (user: string) =>
    startCli(
      workspace,
      `run --target labgrid://?core=m7 --elf ${ELF} --bench mutex --repeat 2 --iterations 200`,
      { LG_COORDINATOR: lab.address, LG_USERNAME: user },
    );

  test('all finish in the order in which they asked, and no board has two at once', async () => {
    const order = watchOrder(workspace.runs);
    const jobs: CliProcess[] = [];
    for (const user of Array.from({ length: JOBS }, () => USERS).flat()) {
      const job = start(user);
      jobs.push(job);
      // Its place in the queue is known before the next one asks.
      await vi.waitFor(() => expect(order.has(job.pid) || isWaiting(job)).toBe(true), HANGS_MS);
    }
    const ends = await Promise.all(jobs.map(({ ended }) => ended));
    const started = order.end();
    expect(ends.map(({ code, err }) => (code === 0 ? '' : err))).toEqual(jobs.map(() => ''));
    for (const { err } of ends) {
      const positions = Array.from(err.matchAll(/number (\d+) in the queue/g), ([, at]) =>
        Number(at),
      );
      expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    }
    // Two neighbours in the queue may get a board at the same time.
    for (const [at, { pid }] of jobs.entries()) {
      expect(Math.abs(started.indexOf(pid) - at)).toBeLessThanOrEqual(1);
    }
    expect(doors.map(({ most }) => most())).toEqual([1, 1]);
    const places = readdirSync(workspace.runs).map(readPlace);
    expect(new Set(places)).toEqual(new Set(BOARDS));
    expect(places).toHaveLength(jobs.length);
    expect(BOARDS.map((name) => lab.readUser(name))).toEqual(['None', 'None']);
    expect(lab.client('reservations')).toBe('');
  });

  const isWaiting = (job: CliProcess) => job.messages().includes('in the queue');

  function readPlace(id: string): string | undefined {
    const text = readFileSync(join(workspace.runs, id, 'run.json'), 'utf8');
    return readRunRecord(text).record?.passes[0]?.facts['place'];
  }
});

/** Watches in which order processes begin to measure. */
function watchOrder(runs: string) {
  const pids: number[] = [];
  const look = () => {
    for (const name of readdirSync(runs, { withFileTypes: true }).map((entry) => entry.name)) {
      const pid = Number(/~(\d+)~/.exec(name)?.[1]);
      const recording = join(runs, name, 'recording.SVDat');
      // More than the header of the file.
      const isMeasuring = (statSync(recording, { throwIfNoEntry: false })?.size ?? 0) > 1000;
      if (pid && isMeasuring && !pids.includes(pid)) pids.push(pid);
    }
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch {
      // The folder does not exist yet, or a run was just stored.
    }
  }, 10);
  return {
    has: (pid: number) => pids.includes(pid),
    end: () => {
      clearInterval(timer);
      return pids;
    },
  };
}

/** A port that leads to another one, and counts who uses it at the same time. */
interface Door {
  readonly port: number;
  /** The most connections at a time. */
  readonly most: () => number;
  readonly close: () => void;
}

async function openDoor(port: number): Promise<Door> {
  let [open, most] = [0, 0];
  const server = createServer((from) => {
    most = Math.max(most, (open += 1));
    const to = connect(port, '127.0.0.1');
    from.once('close', () => (open -= 1));
    for (const socket of [from, to]) socket.on('error', () => undefined);
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    most: () => most,
    close: () => server.close(),
  };
}
