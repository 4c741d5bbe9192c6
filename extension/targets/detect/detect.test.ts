import { expect, test } from 'vitest';
import { detect } from './detect';
import { folder, world } from './testing/world';

const jlink = (name: string, device?: string) => ({
  name,
  type: 'cortex-debug',
  servertype: 'jlink',
  device,
});
const launch = (...configurations: object[]) => ({ '.vscode/launch.json': { configurations } });

test('an empty world', () => {
  expect(detect(world([]))).toEqual({ boards: [], problems: [] });
});

test('what can be used comes first, then what tells most', () => {
  const app = folder(
    'app',
    {
      ...launch(jlink('no device'), jlink('device', 'A')),
      'build/zephyr/runners.yaml': 'runners: [pyocd, openocd]',
      '.vscode/mcuxpresso-tools.json': { sdk: { deviceId: 'X' } },
    },
    { 'cyclescope.boards': [{ name: 'mine', server: 'pyocd' }] },
  );
  expect(detect(world([app])).boards.map(({ id }) => id)).toEqual([
    'board:mine',
    'launch:device',
    'zephyr:build',
    'mcux:app',
    'zephyr:build/openocd',
    'launch:no device',
  ]);
});

test('one name in two folders is told apart by the folder, twice in one by a number', () => {
  const one = folder('one', launch(jlink('Debug', 'A'), jlink('Debug', 'B'), jlink('Other', 'C')));
  const two = folder('two', launch(jlink('Debug', 'D')));
  expect(detect(world([one, two])).boards.map(({ id }) => id)).toEqual([
    'launch:one/Debug',
    'launch:one/Debug (2)',
    'launch:Other',
    'launch:two/Debug',
  ]);
});

test('ids do not change when a folder comes to stand behind another', () => {
  const one = folder('one', launch(jlink('A', 'A')));
  const two = folder('two', launch(jlink('B', 'B')));
  const ids = (folders: Parameters<typeof world>[0]) =>
    detect(world(folders))
      .boards.map(({ id }) => id)
      .sort();
  expect(ids([one, two])).toEqual(ids([two, one]));
});

test('configurations of a workspace file', () => {
  const text = JSON.stringify({
    launch: { configurations: [jlink('Shared', '${workspaceFolderBasename:app}')] },
  });
  const workspaceFile = { path: '/w/all.code-workspace', text };
  const [board] = detect(world([folder('app', {}), folder('lib', {})], { workspaceFile })).boards;
  expect(board).toMatchObject({
    id: 'launch:Shared',
    source: 'all.code-workspace: "Shared"',
    server: { device: 'app' },
  });
});

test('a file that is no JSON is a problem, and the others are read', () => {
  const broken = folder('broken', { '.vscode/launch.json': '{"configurations": [' });
  const good = folder('good', launch(jlink('Debug', 'A')));
  const { boards, problems } = detect(world([broken, good]));
  expect(boards).toHaveLength(1);
  expect(problems).toEqual([expect.stringMatching(/^launch\.json of broken cannot be read: ./)]);
});

test.each([
  { configurations: 'none' },
  { configurations: [null, 3, 'text', [], {}, { name: 'x' }, { type: 'cortex-debug' }] },
  [],
  'text',
  null,
])('%j holds nothing', (content) => {
  expect(detect(world([folder('app', { '.vscode/launch.json': content })])).boards).toEqual([]);
});

test('members of the wrong shape never throw', () => {
  const shapes = [null, 3, 'x', [], [[]], {}, { a: [{}] }, true];
  const types = ['cortex-debug', 'mcuxpresso-debug', 'cppdbg', 'gdbtarget'];
  const members = [
    'servertype',
    'configFiles',
    'serverArgs',
    'executable',
    'cwd',
    'linux',
    'target',
  ].concat(['gdbServerConfigs', 'debugServerPath', 'setupCommands', 'gdbTarget', 'interface']);
  const configurations = types.flatMap((type) =>
    ['openocd', 'jlink', 'pyocd', 'stlink', 'external'].flatMap((servertype) =>
      members.flatMap((member) =>
        shapes.map((shape) => ({ name: 'x', type, servertype, [member]: shape })),
      ),
    ),
  );
  const { boards } = detect(world([folder('app', launch(...configurations))]));
  expect(boards.length).toBeGreaterThan(100);
  expect(new Set(boards.map(({ id }) => id)).size).toBe(boards.length);
});
