import { describe, expect, test } from 'vitest';
import { folder, world } from './testing/world';
import { resolveFields, substitute } from './variables';

const settings = {
  'tools.openocd': '${env:TOOLS}/openocd',
  'tools.port': 3333,
  'loop.a': '${config:loop.b}',
  'loop.b': '${config:loop.a}',
  'which.tool': 'openocd',
};
const app = folder('app', {}, settings);
const lib = folder('lib', {}, { 'tools.openocd': '/lib/openocd' });
const scope = { world: world([app, lib]), folder: app };

const sub = (text: string, where: Parameters<typeof substitute>[1] = scope) =>
  substitute(text, where);

describe('replaces', () => {
  test.each([
    ['no variable at $all {x}', 'no variable at $all {x}'],
    ['${workspaceFolder}/b/${workspaceFolderBasename}.elf', '/w/app/b/app.elf'],
    ['${workspaceRoot}', '/w/app'],
    ['${cwd}', '/w/app'],
    ['${workspaceFolder:lib}/x', '/w/lib/x'],
    ['${workspaceFolderBasename:lib}', 'lib'],
    ['${userHome}${/}x${pathSeparator}y', '/home/me/x/y'],
    ['${env:HOME}', '/home/me'],
    ['${config:tools.openocd}', '/opt/tools/openocd'],
    [':${config:tools.port}', ':3333'],
    ['${config:tools.${config:which.tool}}', '/opt/tools/openocd'],
  ])('%s', (text, expected) => {
    expect(sub(text)).toEqual({ text: expected });
  });

  test('settings of the folder that is named', () => {
    expect(sub('${config:tools.openocd}', { ...scope, folder: lib })).toEqual({
      text: '/lib/openocd',
    });
  });

  test('variables of a workspace with a single folder', () => {
    expect(sub('${workspaceFolder}', { world: world([app]) })).toEqual({ text: '/w/app' });
  });

  test('environment variables in any case on Windows, with its own separator', () => {
    const windows = { world: world([app], { platform: 'win32', env: { Path: 'C:\\bin' } }) };
    expect(sub('${env:PATH}${/}x', windows)).toEqual({ text: 'C:\\bin\\x' });
  });

  test('a command that was run on a click', () => {
    const asked = { world: world([app], { commands: { 'x.serial': '0815' } }) };
    expect(sub('${command:x.serial}', asked)).toEqual({ text: '0815' });
  });

  test('a value from the environment without expanding it again', () => {
    const odd = { world: world([app], { env: { ODD: '${workspaceFolder}' } }) };
    expect(sub('${env:ODD}', odd)).toEqual({ text: '${workspaceFolder}' });
  });
});

describe('reports a missing value, and replaces nothing', () => {
  test.each([
    ['${env:NOBODY}/x', /\$\{env:NOBODY\}/],
    ['/a/${config:no.such}', /\$\{config:no\.such\}/],
    ['${config:loop.a}', /refers to itself/],
    ['${workspaceFolder:gone}', /"gone"/],
    ['${input:board}', /\$\{input:board\} asks/],
    ['${command:x.serial}', /\$\{command:x\.serial\}/],
    ['${file}', /\$\{file\}/],
    ['${nonsense:1}', /\$\{nonsense:1\}/],
    ['/a/${workspaceFolder', /without its }/],
    ['x'.repeat(5000), /5000 characters/],
  ])('of %s', (text, what) => {
    const result = sub(text);
    expect(result).toMatchObject({ gap: { what: expect.stringMatching(what) as unknown } });
    expect(result).not.toHaveProperty('text');
  });

  test('for two folders of which none is named', () => {
    expect(sub('${workspaceFolder}', { world: world([app, lib]) })).toMatchObject({
      gap: { remedy: expect.stringContaining('${workspaceFolder:NAME}') as unknown },
    });
  });

  test('with the command’s name for the click', () => {
    expect(sub('${command:x.serial}')).toMatchObject({ command: 'x.serial' });
  });

  test('an endless row of braces does not overflow the stack', () => {
    expect(sub('${'.repeat(1300) + '}'.repeat(1300))).toHaveProperty('gap');
  });
});

test('replaces members at any depth; those without a value are omitted and reported', () => {
  const config = {
    path: '${workspaceFolder}/x',
    list: ['${userHome}', '${env:NOBODY}', 3],
    other: '${input:unseen}',
  };
  const { fields, unresolved } = resolveFields(config, ['path', 'list', 'absent'], scope);
  expect(fields).toEqual({ path: '/w/app/x', list: ['/home/me', undefined, 3] });
  expect(unresolved).toHaveLength(1);
});
