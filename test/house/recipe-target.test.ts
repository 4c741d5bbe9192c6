import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyOfTree } from './recipes';

/* Follows the recipe "A kind of target" of CONTRIBUTING.md. */

const CLI = 'dist/cli.cjs';
const KINDS = 'extension/targets/kinds.ts';

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
      gapsIn: ({ shelf }) =>
        shelf === undefined ? [{ what: 'It is on no shelf', remedy: 'Name its "shelf".' }] : [],
    },
  ],
  reach: ({ server }) => (server?.kind === 'lab' ? reached : undefined),
};
`;

test('a kind of target is one folder and one edited file, and is there wherever targets are', async () => {
  const copy = await copyOfTree();
  copy.write('extension/targets/lab/kind.ts', kind);
  copy.write('extension/targets/lab/index.ts', "export { lab } from './kind';\n");
  copy.edit(KINDS, 'import { local }', "import { lab } from './lab';\nimport { local }");
  copy.edit(KINDS, 'board, serial]', 'board, serial, lab]');
  const check = ['--type-aware', '--type-check', 'extension/targets'];
  await copy.node('node_modules/oxlint/bin/oxlint', check);
  expect(copy.edited()).toEqual([KINDS]);

  await copy.node('scripts/manifest.mjs');
  await copy.node('scripts/docs.mjs');
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

  const boards = [
    { name: 'mine', server: 'lab', shelf: 'top' },
    { name: 'far', server: 'lab://cellar' },
    { name: 'lost', server: 'lab' },
  ];
  mkdirSync(join(copy.folder, 'project', '.vscode'), { recursive: true });
  writeFileSync(
    join(copy.folder, 'project', '.vscode', 'settings.json'),
    JSON.stringify({ 'cyclescope.boards': boards }),
  );
  await copy.bundle(CLI);
  const targets = await copy.node(CLI, ['targets'], 'project');
  expect(targets).toMatch(/lab-first .*missing: a lab/);
  expect(targets).toMatch(/board:mine .*missing: a lab/);
  expect(targets).toMatch(/board:far .*missing: a lab/);
  expect(targets).toMatch(/board:lost .*missing: .*It is on no shelf/);
  expect(targets).toContain('lab://shelf');
});
