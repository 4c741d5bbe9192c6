import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { searchPath } from './search-path';

const list = (...folders: readonly string[]) => folders.join(delimiter);

test.each([
  [{ PATH: list('/bin', '/opt/x') }, ['/a', '/b'], { PATH: list('/a', '/b', '/bin', '/opt/x') }],
  [{ Path: list('/bin', '/a') }, ['/a'], { Path: list('/a', '/bin') }],
  [{ PATH: list('', '/bin', '') }, [''], { PATH: '/bin' }],
  [{ HOME: '/root' }, ['/a'], { PATH: '/a' }],
  [{}, [], { PATH: '' }],
])('of %j, with %j first', (environment, folders, expected) => {
  expect(searchPath(environment, folders)).toEqual(expected);
});
