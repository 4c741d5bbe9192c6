import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seedRandom } from '../../extension/base';
import { readRunRecord } from '../../extension/runs/record/read';
import { isEverything } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { startRig, type Rig } from '../rig/rig';
import { temporaryFolder } from './agent/temporary';
import {
  type CliProcess,
  killGuardians,
  startCli,
  untilMeasuring,
  workspaceForEach,
} from './cli-process';
import { LABGRID, type Laboratory, type LabProgram, newLaboratory } from './lab-process';

/* The exporter of sdk-integration/labgrid, with two rigs as boards: it starts OpenOCD and pyOCD for their places. */

const ROOT = join(import.meta.dirname, '../..');
const EXPORTER = join(ROOT, 'sdk-integration/labgrid/cyclescope_exporter.py');
const PYTHON = join(LABGRID, 'python');
const PYOCD = join(ROOT, 'build/pyocd/bin/pyocd');
/** The serial number of the rig's probe (test/rig/fronts/stlink). */
const RIG_SERIAL = 'SWDRIG000000000000000001';
const ELF = join(ROOT, 'dist/agent/qemu-freertos-m7/headline/agent.elf');

/** The number of kills, of one process after the other; the documentation reports 50. */
const ASKED_KILLS = process.env['CYCLESCOPE_LAB_KILLS'];
const KILLS = Number(ASKED_KILLS ?? 5);
/** The longest that a place may be kept, where somebody asks for kills on a computer that does nothing else. */
const FREE_MS = 30_000;

describe.skipIf(!isEverything)('a place of our exporter', () => {
  const workspace = workspaceForEach();
  const rigs: Rig[] = [];
  let lab: Laboratory;
  let coordinator: LabProgram;
  let exporter: LabProgram;

  const startExporter = () => lab.startExporter([PYTHON, EXPORTER]);
  const run = (place: string, more: string) =>
    startCli(workspace, `run --target labgrid://${place} --elf ${ELF} --bench mutex ${more}`, {
      LG_COORDINATOR: lab.address,
    });
  const SHORT = '--repeat 1 --iterations 20';
  const LONG = '--repeat 200 --iterations 2000';
  const records = () =>
    readdirSync(workspace.runs)
      .filter((name) => !name.startsWith('.'))
      .map(
        (id) => readRunRecord(readFileSync(join(workspace.runs, id, 'run.json'), 'utf8')).record,
      );
  const servers = () => listServers(lab);
  const awaitRelease = () =>
    vi.waitFor(() => {
      expect([lab.readUser('board'), servers()]).toEqual(['None', []]);
    }, HANGS_MS);

  beforeAll(async () => {
    rigs.push(await startRig(), await startRig());
    const [first, second] = rigs as [Rig, Rig];
    const words = first.openocd.stlink.map((word) => `'${word}'`).join(' ');
    const resource = (params: object) => ({
      gdb: { cls: 'CyclescopeDebugServer', ...params },
    });
    const places = {
      board: resource({ probe: 'RIG', args: words }),
      pyocd: resource({
        server: 'pyocd',
        program: PYOCD,
        probe: second.pyocdProbe,
        args: '--target cortex_m',
      }),
      wrong: resource({ probe: 'RIG', args: '-f missing.cfg' }),
      absent: resource({ serial: 'not attached', args: words }),
      serial: resource({ serial: RIG_SERIAL, args: words }),
      // Attached, but not the probe that the server finds.
      another: resource({ serial: 'ANOTHER', args: words }),
    };
    // Also YAML.
    lab = await newLaboratory(JSON.stringify(places));
    coordinator = await lab.startCoordinator();
    exporter = await startExporter();
    for (const place of Object.keys(places)) lab.addPlace(place, 'core=m7');
  });
  afterAll(async () => {
    await exporter.end();
    await coordinator.end();
    for (const rig of rigs) await rig.close();
    expect(servers()).toEqual([]);
  });

  test.each(['board', 'pyocd'])('has a server while it is acquired: %s', async (place) => {
    expect(servers()).toEqual([]);
    const process = run(place, SHORT);
    await vi.waitFor(() => expect(servers()).toHaveLength(1), HANGS_MS);
    const { code, err } = await process.ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(records()[0]?.passes[0]?.facts).toMatchObject({ place, probe: expect.any(String) });
    await vi.waitFor(() => expect(servers()).toEqual([]), HANGS_MS);
  });

  test('measures one half of a run, and another place the other', async () => {
    const { code, err } = await run('board', `--target labgrid://pyocd --shards 2 ${SHORT}`).ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    const [record] = records();
    expect(record?.shards).toMatchObject([
      { target: 'labgrid://board', facts: { place: 'board', probe: 'RIG' } },
      { target: 'labgrid://pyocd', facts: { place: 'pyocd', probe: expect.any(String) } },
    ]);
    expect(new Set(record?.passes[0]?.operations.map(({ shard }) => shard))).toEqual(
      new Set([0, 1]),
    );
  });

  test('reports why its server did not start, each time', async () => {
    for (const _ of [1, 2]) {
      const { code, err } = await run('wrong', SHORT).ended;
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/not started: openocd did.*missing\.cfg/),
      ]);
      expect(lab.readUser('wrong')).toBe('None');
    }
  });

  test('is not acquired if its probe is not attached', async () => {
    const { code, err } = await run('absent', SHORT).ended;
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('absent/gdb of absent is not available'),
    ]);
  });

  test('is measured by the probe with its serial number, as soon as that is attached', async () => {
    const devices = mkdtempSync(join(temporaryFolder('usb'), 'devices-'));
    const script = join(devices, 'exporter.py');
    const lines = [
      'import pathlib, sys',
      `sys.path.insert(0, ${JSON.stringify(join(EXPORTER, '..'))})`,
      'sys.dont_write_bytecode = True',
      'import cyclescope_exporter as own',
      `own.USB_DEVICES = pathlib.Path(${JSON.stringify(devices)})`,
      'own.main()',
    ];
    writeFileSync(script, lines.join('\n'));
    await exporter.end();
    exporter = await lab.startExporter([PYTHON, script]);
    const isAvailable = (place: string) =>
      lab.client('-p', place, 'show').includes("'avail': True");
    expect(isAvailable('serial')).toBe(false);
    for (const [device, serial] of [RIG_SERIAL, 'ANOTHER'].entries()) {
      mkdirSync(join(devices, `1-${device}`));
      writeFileSync(join(devices, `1-${device}`, 'serial'), `${serial}\n`);
    }
    const places = ['serial', 'another'];
    await vi.waitUntil(() => places.every(isAvailable), HANGS_MS);
    const { code, err } = await run('serial', SHORT).ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(records()[0]?.passes[0]?.facts).toMatchObject({ place: 'serial', probe: RIG_SERIAL });
    const other = await run('another', SHORT).ended;
    expect([other.code, other.err]).toEqual([1, expect.stringMatching(/not started: openocd did/)]);
    rmSync(join(devices, '1-0'), { recursive: true });
    await vi.waitUntil(() => !isAvailable('serial'), HANGS_MS);
    await exporter.end();
    exporter = await startExporter();
  });

  test('whose server ends has no port and the reason, and the next user has another server', async () => {
    const process = run('board', LONG);
    await untilMeasuring(workspace);
    servers().forEach((pid) => global.process.kill(pid, 'SIGKILL'));
    await vi.waitFor(() => expect(exporter.output()).toMatch(/openocd ended by itself/), HANGS_MS);
    expect((await process.ended).code).toBe(1);
    expect(records()).toMatchObject([{ status: 'incomplete' }]);
    await awaitRelease();
    expect((await run('board', SHORT).ended).code).toBe(0);
  });

  test('finds probes on USB by their serial numbers', () => {
    const devices = mkdtempSync(join(temporaryFolder('usb'), 'devices-'));
    mkdirSync(join(devices, '1-1'));
    writeFileSync(join(devices, '1-1', 'serial'), '066BFF3031454D43\n');
    const script = [
      'import cyclescope_exporter as own, pathlib, sys',
      'own.USB_DEVICES = pathlib.Path(sys.argv[1])',
      'for serial in sys.argv[2:]:',
      '    probe = own.Probe(serial); probe.poll(); print(probe.avail)',
    ].join('\n');
    const args = ['-B', '-c', script, devices, '066BFF3031454D43', '066BFF'];
    const options = { cwd: join(EXPORTER, '..'), encoding: 'utf8' } as const;
    expect(execFileSync(PYTHON, args, options)).toBe('True\nFalse\n');
  });

  test('reads the sample', () => {
    const script =
      'import sys; from labgrid.remote.config import ResourceConfig; print(sorted(ResourceConfig(sys.argv[1], {}).data))';
    const sample = join(EXPORTER, '../exporter.yaml');
    const read = execFileSync(PYTHON, ['-c', script, sample], { encoding: 'utf8' });
    expect(read.trimEnd()).toMatch(/\['board1', 'board2', 'board3'\]$/);
  });

  /** The size of the recording of a run in progress. */
  const measureRecording = ({ pid }: CliProcess) => {
    const names = existsSync(workspace.runs) ? readdirSync(workspace.runs) : [];
    const [own] = names.filter((name) => name.includes(`~${pid}~`));
    const recording = join(workspace.runs, own ?? '', 'recording.SVDat');
    return own === undefined ? 0 : (statSync(recording, { throwIfNoEntry: false })?.size ?? 0);
  };

  type Victim = (client: CliProcess) => Promise<void> | void;

  const victims: Readonly<Record<string, Victim>> = {
    client: (client) => client.kill('SIGKILL'),
    guardian: () => killGuardians(workspace),
    server: () => servers().forEach((pid) => process.kill(pid, 'SIGKILL')),
    exporter: async () => {
      await exporter.end('SIGKILL');
      exporter = await startExporter();
    },
    coordinator: async () => {
      await coordinator.end('SIGKILL');
      coordinator = await lab.startCoordinator();
      // The exporter comes back by itself.
      await vi.waitFor(() => expect(lab.client('resources')).toContain('lab/board'), HANGS_MS);
    },
  };

  test('is free again and works, whichever process is killed at whichever moment', async () => {
    const random = seedRandom(17);
    let stored = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [name = '', act] = Object.entries(victims)[kill % 5] ?? [];
      const client = run('board', '--repeat 4 --iterations 1000');
      const after = Math.round(random() * 8000);
      await sleep(after);
      const isMeasuring = measureRecording(client) > 50_000;
      await act?.(client);
      const { code } = await client.ended;
      const gone = Date.now();
      await awaitRelease();
      const took = Date.now() - gone;
      if (ASKED_KILLS !== undefined) expect(took).toBeLessThan(FREE_MS);
      expect((await run('board', SHORT).ended).code).toBe(0);
      console.log(`${name} killed after ${after} ms: exit ${code}, free ${took} ms later`);
      const kept = records().map((record) => record?.status);
      expect(kept).not.toContain(undefined);
      // One that was killed itself is kept by the next one, if it had measured anything.
      if (isMeasuring) expect(kept.length).toBe(stored + 2);
      stored = kept.length;
    }
  });
});

/** The debug servers that run for a laboratory. */
function listServers({ address }: Laboratory): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      const isServer = /^(?:openocd|pyocd)$/m.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
      return isServer && environment.includes(`LG_COORDINATOR=${address}\0`) ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}
