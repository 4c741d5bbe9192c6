import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listCopiedFiles } from '../../scripts/package/contents.mjs';
import { type Copy, copyOfTree } from './recipes';

/* Follows the recipes "A debug server" and "A kind of target" of CONTRIBUTING.md, in one copy of the tree. */

const CLI = 'dist/cli.cjs';
const SERVERS = 'extension/targets/board/servers';
const KINDS = 'extension/targets/kinds.ts';

const rename = (text: string) =>
  text
    .replaceAll('linkserver', 'probeworks')
    .replaceAll('LINKSERVER', 'PROBEWORKS')
    .replaceAll(/LinkServer|linkServer/g, 'ProbeWorks');

/** Adds a debug server: one folder and one edited file. */
async function addServer(copy: Copy): Promise<void> {
  await copy.copyFolder(`${SERVERS}/linkserver`, `${SERVERS}/probeworks`, rename);
  const registry = `${SERVERS}/index.ts`;
  copy.edit(
    registry,
    "import { pyocd } from './pyocd';",
    "import { probeworks } from './probeworks';\nimport { pyocd } from './pyocd';",
  );
  copy.edit(registry, 'linkserver, stlink]', 'linkserver, stlink, probeworks]');
  expect(copy.edited()).toEqual([registry]);
}

/** A kind of each part: a target that is always there, an address, and boards of the setting. */
const kind = `import { TargetError } from '../../base';
import type { TargetKind } from '../kind';
import type { TargetLink } from '../target';

const reached = {
  deterministic: false,
  requirements: () =>
    Promise.resolve([{ name: 'a lab', found: undefined, remedy: 'Build a lab.' }]),
  open: (): Promise<TargetLink> => {
    throw new TargetError('start-failed', 'The lab is closed', 'Come back tomorrow.');
  },
};

/** Boards of a laboratory. */
export const lab: TargetKind = {
  support: {
    title: 'boards of a laboratory',
    counts: 'cycles of the lab',
    tried: { linux: 'never', macos: 'never', windows: 'never' },
  },
  targets: [{ id: 'lab-first', title: 'The first board of the lab', ...reached }],
  address: {
    scheme: 'lab://',
    form: 'lab://shelf',
    pattern: '^lab://.+$',
    about: 'a board on a shelf of the lab',
    find: (id) =>
      /^lab:..[a-z]+$/.test(id)
        ? {
            board: {
              id,
              title: 'a board on a shelf',
              source: 'its address',
              server: { kind: 'lab', shelf: id },
              namesPrograms: false,
              gaps: [],
            },
          }
        : undefined,
  },
  servers: [
    {
      kind: 'lab',
      title: 'Laboratory',
      members: { shelf: 'text' },
      fromMembers: ({ shelf }) => ({ kind: 'lab', shelf }),
      listGaps: ({ shelf }) =>
        shelf === undefined ? [{ what: 'It is on no shelf', remedy: 'Name its "shelf".' }] : [],
    },
  ],
  reach: ({ server }) => (server?.kind === 'lab' ? reached : undefined),
};
`;

/** Adds a kind of target: one folder and one edited file. */
function addKind(copy: Copy): void {
  const before = copy.edited();
  copy.write('extension/targets/lab/kind.ts', kind);
  copy.write('extension/targets/lab/index.ts', "export { lab } from './kind';\n");
  copy.edit(KINDS, 'import { local }', "import { lab } from './lab';\nimport { local }");
  copy.edit(KINDS, 'serial, labgrid]', 'serial, labgrid, lab]');
  expect(copy.edited()).toEqual([...before, KINDS]);
}

/** Writes a project whose boards are named in the setting, in a build of west, and in launch.json. */
function writeProject({ folder }: Copy): void {
  const write = (path: string, text: string) => {
    const file = join(folder, 'project', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const boards = [
    { name: 'probed', server: 'probeworks', device: 'X1', speed: 1000 },
    { name: 'mine', server: 'lab', shelf: 'top' },
    { name: 'far', server: 'lab://cellar' },
    { name: 'lost', server: 'lab' },
  ];
  write('.vscode/settings.json', JSON.stringify({ 'cyclescope.boards': boards }));
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
}

async function expectServer(copy: Copy, targets: string): Promise<void> {
  expect(copy.read('package.json')).toContain('"probeworks"');
  expect(copy.read('docs/boards.md')).toMatch(/\| `probeworks` +\| ProbeWorks /);
  copy.write('media/servers/probeworks/sample.py', '');
  expect(listCopiedFiles('vsix', copy.folder)).toContain('media/servers/probeworks/sample.py');
  // Like the server that it was copied from, it is replaced where a command for another computer is shown.
  const instead = 'on the computer with the probe, run: pyocd .*\\n *ProbeWorks can only listen';
  for (const target of ['board:probed', 'zephyr:build', 'launch:Mine']) {
    expect(targets).toMatch(new RegExp(`${target} .*missing: ProbeWorks.*\n *${instead}`));
  }
  const doctor = await copy.node(CLI, ['doctor'], 'project').catch((error: unknown) => {
    return (error as { stdout: string }).stdout;
  });
  expect(doctor).toContain('Install ProbeWorks from nxp.com');
}

function expectKind(copy: Copy, targets: string): void {
  const setting = JSON.parse(copy.read('package.json')).contributes.configuration.properties[
    'cyclescope.boards'
  ];
  expect(setting.items.properties).toMatchObject({
    shelf: { type: 'string' },
    server: {
      anyOf: [
        { enum: expect.arrayContaining(['lab']) },
        { pattern: expect.stringContaining('lab://') },
      ],
    },
  });
  expect(copy.read('docs/boards.md')).toMatch(
    /\| `lab-first` +\| The first board of the lab .*no /,
  );
  expect(copy.read('docs/boards.md')).toMatch(/\| `lab:\/\/shelf` .*cycles of the lab/);
  expect(copy.read('docs/support.md')).toMatch(/\| boards of a laboratory +\| never /);
  expect(targets).toMatch(/lab-first .*missing: a lab/);
  expect(targets).toMatch(/board:mine .*missing: a lab/);
  expect(targets).toMatch(/board:far .*missing: a lab/);
  expect(targets).toMatch(/board:lost .*missing: .*It is on no shelf/);
  expect(targets).toContain('lab://shelf');
}

test('a debug server and a kind of target are one folder and one edited file each, and are there wherever others are', async () => {
  const copy = await copyOfTree();
  await addServer(copy);
  addKind(copy);
  const check = ['--type-aware', '--type-check', 'extension/targets'];
  await copy.node('node_modules/oxlint/bin/oxlint', check);
  await copy.node('scripts/manifest.mjs');
  await copy.node('scripts/docs.mjs');
  writeProject(copy);
  await copy.bundle(CLI);
  const targets = await copy.node(CLI, ['targets'], 'project');
  await expectServer(copy, targets);
  expectKind(copy, targets);
});
