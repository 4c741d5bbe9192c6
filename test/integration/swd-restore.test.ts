import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isEverything, testInAll } from '../everything';
import { startRig, type Rig } from '../rig/rig';
import { TARGET } from './agent/variants';
import { listOwnLeftOvers, newWorkspace, startCli, type Workspace } from './cli-process';
import { buildFlashAlgorithm, type FlashAlgorithm } from './flash-algorithm/build';
import { previousFirmware } from './flash-algorithm/previous-firmware';
import { PYOCD } from './pyocd/board';

const BYTES = 0x20000;
const RUN = 'run --target board:rig --bench mutex --iterations 200 --repeat 1';

let workspace: Workspace;
let rig: Rig;
let flash: FlashAlgorithm;
let old: Buffer;
beforeEach(async () => {
  workspace = newWorkspace();
  rig = await startRig();
  flash = buildFlashAlgorithm(workspace.folder);
  old = previousFirmware(BYTES);
  await rig.poke(flash.start, old);
  const board = { name: 'rig', server: 'pyocd', device: 'cortex_m', probe: rig.pyocdProbe };
  const boards = [{ ...board, program: PYOCD, args: flash.args, images: TARGET }];
  mkdirSync(join(workspace.folder, '.vscode'));
  writeFileSync(
    join(workspace.folder, '.vscode/settings.json'),
    JSON.stringify({ 'cyclescope.boards': boards }),
  );
});
afterEach(async () => {
  await rig.close();
  expect(listOwnLeftOvers(workspace)).toEqual([]);
  workspace.remove();
});

const cyclescope = (line: string) => startCli(workspace, line).ended;
const inFlash = async () => Buffer.from(await rig.peek(flash.start, BYTES));

test('flash is backed up, written, measured, and restored by the command line', async () => {
  const refused = await cyclescope(RUN);
  expect(refused.code).toBe(1);
  // The project's settings name the program: it is announced before it is started.
  expect(refused.err).toMatch(/^Starting pyOCD: \S*pyocd gdbserver /);
  expect(refused.err).toMatch(/would overwrite \d+ bytes of flash at 0x00000000\.\.0x000\w{5}/);
  expect(refused.err).toContain('--allow-flash');
  expect(await inFlash()).toEqual(old);

  const measured = await cyclescope(
    `${RUN}${isEverything ? ' --trace' : ''} --allow-flash --backup kept`,
  );
  expect(measured.code, measured.err).toBe(0);
  expect(measured.out).toContain('mutex/');
  const kept = join(workspace.folder, 'kept');
  const command = `cyclescope restore --target board:rig --backup ${kept}`;
  expect(measured.err).toContain(command);
  expect(await inFlash()).not.toEqual(old);

  const restored = await cyclescope('restore --target board:rig --backup kept --json');
  expect(restored.err).toMatch(
    /^Restoring [\d,]+ bytes at 0x00000000\.\.0x\w+.*, saved on 20.* UTC/,
  );
  expect(restored.code).toBe(0);
  const { bytes, written } = (JSON.parse(restored.out) as Restored).restored;
  expect(written).toBe(bytes);
  expect(await inFlash()).toEqual(old);
  expect(await rig.state()).toBe('running');
});

testInAll(
  'a backup that was changed, or is of another board or core, is not restored, nor one that is in flash already',
  async () => {
    await cyclescope(`${RUN} --allow-flash --backup kept`);
    const agent = await inFlash();
    const refusal = async (file: string, change: (text: string) => string) => {
      const path = join(workspace.folder, 'kept', file);
      const before = readFileSync(path);
      writeFileSync(path, change(before.toString('latin1')), 'latin1');
      const { code, err } = await cyclescope('restore --target board:rig --backup kept');
      writeFileSync(path, before);
      expect(code).toBe(1);
      return err;
    };
    expect(await refusal('0x00000000.bin', (bytes) => `${bytes.slice(0, -1)}!`)).toContain(
      '0x00000000.bin has changed since it was saved: its SHA-256 differs',
    );
    expect(
      await refusal('backup.json', (text) => text.replace('board:rig', 'board:other')),
    ).toMatch(/kept is not a backup of board:rig, but of board:other\n.*Nothing was written/);
    expect(await refusal('backup.json', (text) => text.replace('-M7"', '-M4"'))).toContain(
      'kept is not a backup of a Cortex-M7, but of a Cortex-M4',
    );
    expect(await inFlash()).toEqual(agent);

    const restore = () => cyclescope('restore --target board:rig --backup kept');
    expect(await restore()).toMatchObject({ code: 0 });
    const nothing = expect.stringContaining('nothing was written') as string;
    expect(await restore()).toMatchObject({ code: 0, out: nothing });
  },
);

interface Restored {
  readonly restored: { readonly bytes: number; readonly written: number };
}
