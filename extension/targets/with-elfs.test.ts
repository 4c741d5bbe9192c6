import { expect, test } from 'vitest';
import { findTarget, idOfTarget, valueOfTarget } from './index';
import { boardTarget } from './swd/target';
import { withElfs } from './with-elfs';

const files = { headline: '/w/build/headline/app', traced: '/w/build/traced/app' };

function targetOf(value: Parameters<typeof findTarget>[0]) {
  const search = findTarget(value);
  if ('target' in search) return search.target;
  throw new Error('there is no such target');
}

test('a target that is built in runs the files, and says so to another thread', () => {
  const target = withElfs(targetOf('local-linux'), files);
  expect(target).toMatchObject({ id: 'local-linux', elfs: files });
  const value = structuredClone(valueOfTarget(target));
  expect(idOfTarget(value)).toBe('local-linux');
  expect(targetOf(value)).toMatchObject({ id: 'local-linux', elfs: files });
});

test('a board keeps how it is reached', () => {
  const setup = {
    ...{ id: 'launch:Debug', title: 'Debug', source: 'launch.json' },
    server: { kind: 'external', host: '127.0.0.1', port: 3333 } as const,
    ...{ namesPrograms: false, gaps: [] },
  };
  const { board, elfs } = withElfs(boardTarget(setup), { headline: '/w/app.elf' });
  expect(board).toMatchObject(setup);
  expect(elfs).toEqual({ headline: '/w/app.elf' });
});

test('a target without files of its own is told by its id', () => {
  expect(valueOfTarget(targetOf('local-linux'))).toBe('local-linux');
});

test('files on a target that is not there give what comes near', () => {
  const target = 'local-linx';
  expect(findTarget({ target, elfs: files })).toEqual({ near: ['local-linux'] });
});
