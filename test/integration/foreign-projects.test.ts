import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { size } from '../../extension/measure';
import { readRunRecord } from '../../extension/runs/record/read';
import { OPENOCD_FOLDER, type Rig, startRig } from '../rig/rig';
import { isEverything } from '../everything';
import { placeStandIn } from '../stand-ins/place';
import { startCli, workspaceForEach } from './cli-process';
import { describeBoard, foreignProject, placeStLink, STM32 } from './cmake/foreign-project';
import { type ServerByHand, startByHand } from './rig-tools';

/*
 * Projects as their authors wrote them, for boards and extensions that are not on this computer. Our firmware
 * replaces theirs, the virtual board replaces their boards, and stand-ins replace the servers of ST and
 * SEGGER.
 */

describe.skipIf(!isEverything)('a foreign project', () => {
  let rig: Rig;
  let server: ServerByHand;
  beforeAll(async () => {
    rig = await startRig();
    server = await startByHand(rig);
  });
  afterAll(async () => {
    await server.end();
    await rig.close();
  });

  const workspace = workspaceForEach();

  const inFolder = (...names: readonly string[]) => join(workspace.folder, ...names);

  const app = () => inFolder('app');

  /** Adds the agent, builds it and measures; an emulated board would do too, so the target is named. */
  async function addAndMeasure(environment: Readonly<Record<string, string>> = {}) {
    const call = (line: string) => startCli(workspace, line, environment).ended;
    const added = await call('add app --yes');
    expect(added.code, added.err).toBe(0);
    describeBoard(app());
    const run = 'run --project app --bench heap/malloc --iterations 50 --repeat 1 --json';
    const unnamed = await call(run);
    expect(unnamed.code).toBe(2);
    expect(unnamed.err).toMatch(/Name one with --target: launch:Debug\b/);
    const { code, out, err } = await call(`${run} --target launch:Debug`);
    expect(code, err).toBe(0);
    const { folder } = JSON.parse(out) as { folder: string };
    const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
    expect(record).toMatchObject({ status: 'complete', target: { id: 'launch:Debug' } });
    const [operation] = record?.passes[0]?.operations ?? [];
    expect(operation).toMatchObject({ status: 'ok', problems: [] });
    expect(size(operation?.quiet ?? []) + size(operation?.ticked ?? [])).toBe(50);
  }

  /** A folder of programs before the others of the PATH. */
  const withPrograms = () => ({ PATH: `${inFolder('bin')}:${process.env['PATH']}` });

  test("an STM32 with ST-LINK, whose server's path only ST's extension knows", async () => {
    foreignProject(app(), STM32);
    placeStLink(inFolder('bin'), server.port);
    await addAndMeasure(withPrograms());
  });

  test('a GD32 with a J-Link, whose serial number is in another environment', async () => {
    foreignProject(app(), {
      servertype: 'jlink',
      device: 'GD32F303RC',
      serverpath: '${config:cortex-debug.JLinkGDBServerPath}',
      serialNumber: '${env:GD32_PROBE}',
      executable: '${command:cmake.launchTargetPath}',
      svdFile: '${config:gd32.svd}',
    });
    placeStandIn(inFolder('bin'), 'jlink', { forwardTo: server.port });
    await addAndMeasure(withPrograms());
  });

  test('FreeRTOS as a submodule, with OpenOCD and its own configuration file', async () => {
    foreignProject(app(), {
      servertype: 'openocd',
      configFiles: ['${workspaceFolder}/board.cfg'],
      executable: '${command:cmake.launchTargetPath}',
    });
    await server.end();
    const stlink = join(OPENOCD_FOLDER, 'stlink.cfg');
    writeFileSync(
      inFolder('app', 'board.cfg'),
      `set RIG_PORT ${rig.stlinkPort}\nsource {${stlink}}\n`,
    );
    await addAndMeasure();
  });
});
