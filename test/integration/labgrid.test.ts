import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { choosePorts } from '../../extension/host/ports';
import { readRunRecord } from '../../extension/runs/record/read';
import { isEverything } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { startRig, type Rig } from '../rig/rig';
import { startCli, untilMeasuring, workspaceForEach } from './cli-process';
import { type ServerByHand, startByHand } from './rig-tools';
import { startSshServer, type SshServer } from './ssh/server';
import { temporaryFolder } from './agent/temporary';

/* A coordinator and an exporter of labgrid, with the rig as a board and this computer as a Linux machine. */

const PROGRAMS = join(import.meta.dirname, '../../build/labgrid/bin');
const ELF = join(import.meta.dirname, '../../dist/agent/qemu-freertos-m7/headline/agent.elf');

describe.skipIf(!isEverything)('a place of labgrid', () => {
  const workspace = workspaceForEach();
  let rig: Rig;
  let server: ServerByHand;
  let machine: SshServer;
  let coordinator: ChildProcess;
  let exporter: ChildProcess;
  let address: string;
  let folder: string;

  /** Starts a program of labgrid, and waits for a line of it. */
  async function start(program: string, args: readonly string[], line: RegExp) {
    const child = spawn(join(PROGRAMS, program), args, { cwd: folder, env: environment() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (output += text.toString()));
    }
    await vi.waitFor(() => expect(output).toMatch(line), HANGS_MS);
    return child;
  }
  const environment = () => ({ ...process.env, LG_COORDINATOR: address });
  const client = (...args: readonly string[]) =>
    execFileSync(join(PROGRAMS, 'labgrid-client'), args, { env: environment(), encoding: 'utf8' });
  const startExporter = () =>
    start(
      'labgrid-exporter',
      ['--name', 'lab', '--hostname', '127.0.0.1', 'exporter.yaml'],
      /Exporter ready/,
    );
  const run = (options: string) =>
    startCli(workspace, `run ${options}`, {
      LG_COORDINATOR: address,
      CYCLESCOPE_SSH_CONFIG: machine.config,
    });
  const onBoard = (target: string, more = '--repeat 1 --iterations 20') =>
    run(`--target ${target} --elf ${ELF} --bench mutex ${more}`);
  const userOf = (place: string) => /acquired: (.*)/.exec(client('-p', place, 'show'))?.[1];
  const factsOfRun = () => {
    const [id = ''] = readdirSync(workspace.runs).filter((name) => !name.startsWith('.'));
    const { record } = readRunRecord(readFileSync(join(workspace.runs, id, 'run.json'), 'utf8'));
    return record?.passes[0]?.facts ?? {};
  };

  beforeAll(async () => {
    folder = temporaryFolder('labgrid');
    rig = await startRig();
    server = await startByHand(rig);
    machine = await startSshServer(folder);
    address = `127.0.0.1:${(await choosePorts()).gdb}`;
    coordinator = await start('labgrid-coordinator', ['-l', address], /listening on/);
    const gdb = `{cls: CyclescopeGDBServer, host: 127.0.0.1, port: ${server.port}, probe: RIG}`;
    const ssh = `{cls: NetworkService, address: 127.0.0.1, port: ${machine.port}, username: root}`;
    writeFileSync(join(folder, 'exporter.yaml'), `board: {gdb: ${gdb}}\nlinux: {ssh: ${ssh}}\n`);
    exporter = await startExporter();
    for (const [place, core] of [
      ['board', 'm7'],
      ['linux', 'a64'],
    ] as const) {
      client('-p', place, 'create');
      client('-p', place, 'add-match', `lab/${place}/*`);
      client('-p', place, 'set-tags', `core=${core}`);
    }
  });
  afterAll(async () => {
    for (const child of [exporter, coordinator]) {
      const ended = once(child, 'close');
      if (child.kill()) await ended;
    }
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
    expect(userOf('board')).toBe('None');
    expect(client('reservations')).toBe('');
  });

  test('is a Linux machine that is measured over SSH', async () => {
    const { code, err } = await run('--target labgrid://linux --repeat 1 --bench mutex').ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(factsOfRun()).toMatchObject({ place: 'linux', launch_context: 'ssh' });
  });

  test('is released when the run is killed', async () => {
    const process = onBoard('labgrid://board', '--iterations 2000 --repeat 200');
    await untilMeasuring(workspace);
    expect(userOf('board')).toContain('~cyclescope~');
    process.kill('SIGKILL');
    await process.ended;
    await vi.waitFor(() => expect(userOf('board')).toBe('None'), HANGS_MS);
    expect(client('reservations')).toBe('');
  });

  test('is lost with its exporter, and the run is kept as incomplete', async () => {
    const process = onBoard('labgrid://board', '--iterations 2000 --repeat 200');
    await untilMeasuring(workspace);
    const ended = once(exporter, 'close');
    exporter.kill('SIGKILL');
    await ended;
    const { code, err } = await process.ended;
    expect([code, err]).toEqual([1, expect.stringContaining('The exporter lab of board is gone')]);
    exporter = await startExporter();
    expect((await onBoard('labgrid://board').ended).code).toBe(0);
  });
});
