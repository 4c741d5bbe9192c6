import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { buildEnvironment } from './benchmark';

const folders = { folder: '/w/app', home: '/home/me' };
const none = { variables: [], python: undefined };

test('is the inherited one without settings', () => {
  expect(buildEnvironment(none, folders, { A: 'b' })).toEqual({ A: 'b' });
});

test('applies later settings last, which can refer to earlier ones', () => {
  const variables = [
    { ZEPHYR_BASE: '${workspaceFolder}/../zephyr', TOOL: 'one', GONE: null },
    { TOOL: '${env:TOOL}:${env:MISSING}:${userHome}' },
  ];
  expect(buildEnvironment({ ...none, variables }, folders, { GONE: 'x' })).toEqual({
    ZEPHYR_BASE: '/w/app/../zephyr',
    TOOL: 'one::/home/me',
    GONE: undefined,
  });
});

test('searches beside the Python interpreter first, once', () => {
  const python = '${workspaceFolder}/.venv/bin/python';
  const path = ['/usr/bin', '/w/app/.venv/bin'].join(delimiter);
  const { PATH } = buildEnvironment({ ...none, python }, folders, { PATH: path });
  expect(PATH?.split(delimiter)).toEqual(['/w/app/.venv/bin', '/usr/bin']);
});

test('derives no folder from an interpreter given by name only', () => {
  expect(buildEnvironment({ ...none, python: 'python' }, folders, { PATH: '/usr/bin' })).toEqual({
    PATH: '/usr/bin',
  });
});
