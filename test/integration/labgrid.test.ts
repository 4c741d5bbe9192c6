import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import { isEverything } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { startRig, type Rig } from '../rig/rig';
import {
  killGuardians,
  listOwnLeftOvers,
  startCli,
  untilMeasuring,
  workspaceForEach,
} from './cli-process';
import { type Laboratory, type LabProgram, newLaboratory } from './lab-process';
import { type ServerByHand, startByHand } from './rig-tools';
import { startSshServer, type SshServer } from './ssh/server';
import { temporaryFolder } from './agent/temporary';

/* A coordinator and an exporter of labgrid, with the rig as a board and this computer as a Linux machine. */

const ELF = join(import.meta.dirname, '../../dist/agent/qemu-freertos-m7/headline/agent.elf');

describe.skipIf(!isEverything)('a place of labgrid', () => {
  const workspace = workspaceForEach();
  let rig: Rig;
  let server: ServerByHand;
  let machine: SshServer;
  let lab: Laboratory;
  let coordinator: LabProgram;
  let exporter: LabProgram;

  const run = (options: string) =>
    startCli(workspace, `run ${options}`, {
      LG_COORDINATOR: lab.address,
      CYCLESCOPE_SSH_CONFIG: machine.config,
    });
  const onBoard = (target: string, more = '--repeat 1 --iterations 20') =>
    run(`--target ${target} --elf ${ELF} --bench mutex ${more}`);
  const readRecord = (id: string) =>
    readRunRecord(readFileSync(join(workspace.runs, id, 'run.json'), 'utf8')).record;
  const passOfRun = () => {
    const [id = ''] = readdirSync(workspace.runs).filter((name) => !name.startsWith('.'));
    return readRecord(id)?.passes[0];
  };
  const factsOfRun = () => passOfRun()?.facts ?? {};

  beforeAll(async () => {
    rig = await startRig();
    server = await startByHand(rig);
    machine = await startSshServer(temporaryFolder('labgrid'));
    const gdb = `{cls: CyclescopeGDBServer, host: 127.0.0.1, port: ${server.port}, probe: RIG}`;
    const ssh = `{cls: NetworkService, address: 127.0.0.1, port: ${machine.port}, username: root}`;
    lab = await newLaboratory(`board: {gdb: ${gdb}}\nlinux: {ssh: ${ssh}}\n`);
    coordinator = await lab.startCoordinator();
    exporter = await lab.startExporter();
    lab.addPlace('board', 'core=m7');
    lab.addPlace('linux', 'core=a64');
  });
  afterAll(async () => {
    await exporter.end();
    await coordinator.end();
    await server.end();
    await machine.stop();
    await rig.close();
  });

  test('is measured by its name and by its tags, and is released', async () => {
    const { code, err } = await onBoard('labgrid://?core=m7').ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(factsOfRun()).toMatchObject({
      place: 'board',
      exporter: 'lab',
      probe: 'RIG',
      place_tags: 'core=m7',
    });
    expect(lab.readUser('board')).toBe('None');
    expect(lab.client('reservations')).toBe('');
  });

  test('is a Linux machine that is measured over SSH', async () => {
    const { code, err } = await run('--target labgrid://linux --repeat 1 --bench mutex').ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(factsOfRun()).toMatchObject({ place: 'linux', launch_context: 'ssh' });
    expect(passOfRun()?.conditions).toMatchObject({ load_begin: expect.any(String) });
  });

  test('is released when the run is killed, which the next one keeps as incomplete', async () => {
    const process = onBoard('labgrid://board', '--iterations 2000 --repeat 200');
    await untilMeasuring(workspace);
    expect(lab.readUser('board')).toContain('~cyclescope~');
    process.kill('SIGKILL');
    await process.ended;
    await vi.waitFor(() => expect(lab.readUser('board')).toBe('None'), HANGS_MS);
    expect(lab.client('reservations')).toBe('');
    await vi.waitFor(() => expect(listOwnLeftOvers(workspace)).toEqual([]), HANGS_MS);
    expect((await onBoard('labgrid://board').ended).code).toBe(0);
    const [killed, next] = readdirSync(workspace.runs).sort().map(readRecord);
    expect([killed?.status, next?.status]).toEqual(['incomplete', 'complete']);
    expect(killed?.passes[0]?.facts).toMatchObject({ place: 'board', exporter: 'lab' });
    expect(killed?.passes[0]?.operations[0]?.decoded).toBeGreaterThan(0);
  });

  test('stays with a run that is killed with its guardian, until a person releases it', async () => {
    const process = onBoard('labgrid://board', '--iterations 2000 --repeat 200');
    await untilMeasuring(workspace);
    // Neither sees the other's end.
    process.kill('SIGSTOP');
    killGuardians(workspace);
    process.kill('SIGKILL');
    await process.ended;
    const { code, err } = await onBoard('labgrid://board').ended;
    const kept = `board is kept for a run of yours that has ended (process ${process.pid})`;
    expect([code, err]).toEqual([1, expect.stringContaining(kept)]);
    expect(lab.readUser('board')).toContain(`~cyclescope~${process.pid}~`);
    const [, words = ''] = /Release it: labgrid-client (.*)/.exec(err) ?? [];
    lab.client(...words.split(' '));
    expect((await onBoard('labgrid://board').ended).code).toBe(0);
    const kinds = readdirSync(workspace.runs).sort().map(readRecord);
    expect(kinds.map((record) => record?.status)).toEqual(['incomplete', 'complete']);
  });

  test('is lost with its exporter, which keeps the run as incomplete and refuses the next', async () => {
    const process = onBoard('labgrid://board', '--iterations 2000 --repeat 200');
    await untilMeasuring(workspace);
    await exporter.end('SIGKILL');
    const { code, err } = await process.ended;
    expect([code, err]).toEqual([1, expect.stringContaining('The exporter lab of board is gone')]);
    // labgrid itself grants the reservation.
    const next = await onBoard('labgrid://board').ended;
    expect([next.code, next.err]).toEqual([
      1,
      expect.stringContaining('Nothing is exported for board'),
    ]);
    expect([lab.readUser('board'), lab.client('reservations')]).toEqual(['None', '']);
    exporter = await lab.startExporter();
    expect((await onBoard('labgrid://board').ended).code).toBe(0);
  });
});
