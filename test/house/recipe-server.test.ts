import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copiedFiles } from '../../scripts/package/contents.mjs';
import { copyOfTree } from './recipes';

/* Follows the recipe "A debug server" of CONTRIBUTING.md. */

const CLI = 'dist/cli.cjs';
const FOLDER = 'extension/targets/board/servers';

const named = (text: string) =>
  text
    .replaceAll('linkserver', 'probeworks')
    .replaceAll('LINKSERVER', 'PROBEWORKS')
    .replaceAll(/LinkServer|linkServer/g, 'ProbeWorks');

test('a debug server is one folder and one edited file, and is there wherever servers are', async () => {
  const copy = await copyOfTree();
  await copy.copyFolder(`${FOLDER}/linkserver`, `${FOLDER}/probeworks`, named);
  copy.edit(
    `${FOLDER}/index.ts`,
    "import { pyocd } from './pyocd';",
    "import { probeworks } from './probeworks';\nimport { pyocd } from './pyocd';",
  );
  copy.edit(`${FOLDER}/index.ts`, 'linkserver, stlink]', 'linkserver, stlink, probeworks]');
  expect(copy.edited()).toHaveLength(1);

  await copy.node('scripts/manifest.mjs');
  await copy.node('scripts/docs.mjs');
  expect(copy.read('package.json')).toContain('"probeworks"');
  expect(copy.read('docs/boards.md')).toMatch(/\| `probeworks` +\| ProbeWorks /);

  copy.write('media/servers/probeworks/sample.py', '');
  expect(copiedFiles('vsix', copy.folder)).toContain('media/servers/probeworks/sample.py');

  // The command line finds boards by it: in the setting, in a build of west, and in launch.json.
  const project = join(copy.folder, 'project');
  const write = (path: string, text: string) => {
    mkdirSync(join(project, path, '..'), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const board = { name: 'mine', server: 'probeworks', device: 'X1', speed: 1000 };
  write('.vscode/settings.json', JSON.stringify({ 'cyclescope.boards': [board] }));
  write('build/zephyr/runners.yaml', 'runners: [probeworks]\nargs:\n  probeworks: [--device=X2]\n');
  const launch = {
    name: 'Mine',
    type: 'mcuxpresso-debug',
    request: 'launch',
    probeType: 'probeworks',
    gdbServerConfigs: { probeworks: { device: 'X3' } },
  };
  write('.vscode/launch.json', JSON.stringify({ configurations: [launch] }));
  write('build/CMakeCache.txt', 'BOARD:STRING=board_x2\n');
  await copy.bundle(CLI);
  const targets = await copy.node(CLI, ['targets'], 'project');
  const remote =
    'on the computer with the probe, run: ProbeWorks gdbserver --keep-alive --gdb-port 3333';
  expect(targets).toMatch(new RegExp(`board:mine .*missing: ProbeWorks.*\n *${remote} X1\n`));
  expect(targets).toMatch(new RegExp(`zephyr:build .*missing: ProbeWorks.*\n *${remote} X2\n`));
  expect(targets).toMatch(new RegExp(`launch:Mine .*missing: ProbeWorks.*\n *${remote} X3\n`));
  const doctor = await copy.node(CLI, ['doctor'], 'project').catch((error: unknown) => {
    return (error as { stdout: string }).stdout;
  });
  expect(doctor).toContain('Install ProbeWorks from nxp.com');
});
