import { describe, expect, test } from 'vitest';
import { boardTarget, findTarget, idOfTarget, targets, valueOfTarget, withElfs } from './find';
import type { BoardSetup } from './setup';
import { imageOf, openBoard } from './testing';

test('every target has an id of its own and is found by it', () => {
  const ids = targets().map(({ id }) => id);
  expect(ids).toContain('qemu-freertos-m7');
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(findTarget(id)).toMatchObject({ target: { id } });
});

test.each([
  ['qemu-freertos-m4', ['qemu-freertos-m3', 'qemu-freertos-m7']],
  ['local-linus', ['local-linux']],
  ['nothing-like-it', []],
])('%s probably means %j', (id, near) => {
  expect(findTarget(id)).toEqual({ near });
});

const image = imageOf('theirs', new Uint8Array(100));
const open = (board: BoardSetup) => openBoard(board, image);

describe('target', () => {
  const setup: BoardSetup = {
    id: 'board:mine',
    title: 'My board',
    source: 'the setting cyclescope.boards',
    server: {
      kind: 'openocd',
      program: '/no/such/openocd',
      configFiles: ['board.cfg'],
      searchFolders: [],
      commands: [],
    },
    namesPrograms: false,
    gaps: [],
  };

  test('a board lists what its server needs and what its setup lacks', async () => {
    const gaps = [{ what: 'no device is named', remedy: 'Name it.' }];
    const found = await boardTarget({ ...setup, gaps }).requirements();
    expect(found).toMatchObject([
      { name: '/no/such/openocd', found: undefined },
      { name: 'no device is named', found: undefined, remedy: 'Name it.' },
    ]);
  });

  test.each([
    [undefined, { elfs: {} }],
    [{ kind: 'named', name: 'qemu-freertos-m7' } as const, { images: 'qemu-freertos-m7' }],
    [{ kind: 'files', headline: 'a.elf' } as const, { elfs: { headline: 'a.elf' } }],
    [
      { kind: 'files', headline: 'a.elf', traced: 'b.elf' } as const,
      { elfs: { headline: 'a.elf', traced: 'b.elf' } },
    ],
  ])('images %j', (images, expected) => {
    expect(boardTarget({ ...setup, images })).toMatchObject(expected);
  });

  test('what cannot be used is refused before anything is started', async () => {
    const gaps = [{ what: 'no device is named', remedy: 'Name it.' }];
    await expect(open({ ...setup, gaps })).rejects.toMatchObject({
      message: 'board:mine (the setting cyclescope.boards) cannot be used: no device is named',
      hint: 'Name it.',
    });
    await expect(open({ ...setup, server: undefined })).rejects.toMatchObject({
      message: expect.stringContaining('does not name the debug server that reaches the board'),
    });
  });

  test('an image of another target is refused, by the check as by opening', async () => {
    const named = { ...setup, images: { kind: 'named', name: 'mine' } as const };
    const refusal = expect.objectContaining({
      code: 'bad-image',
      message: 'a.elf cannot be deployed: it was built for theirs, not for mine',
    });
    expect(() => boardTarget(named).check?.(image)).toThrow(refusal);
    await expect(open(named)).rejects.toEqual(refusal);
    expect(() => boardTarget(setup).check?.(image)).not.toThrow();
  });

  test('what is no program for a board is refused', async () => {
    await expect(open(setup)).rejects.toMatchObject({ code: 'bad-image' });
  });
});

describe('with elfs', () => {
  const files = { headline: '/w/build/headline/app', traced: '/w/build/traced/app' };

  function targetOf(value: Parameters<typeof findTarget>[0]) {
    const search = findTarget(value);
    if ('target' in search) return search.target;
    throw new Error('there is no such target');
  }

  test('a target that is built in runs the files, and another thread is notified', () => {
    const target = withElfs(targetOf('local-linux'), files);
    expect(target).toMatchObject({ id: 'local-linux', elfs: files });
    const value = structuredClone(valueOfTarget(target));
    expect(idOfTarget(value)).toBe('local-linux');
    expect(targetOf(value)).toMatchObject({ id: 'local-linux', elfs: files });
  });

  test('a board keeps how it is reached', () => {
    const setup = {
      id: 'launch:Debug',
      title: 'Debug',
      source: 'launch.json',
      server: { kind: 'external', host: '127.0.0.1', port: 3333 } as const,
      namesPrograms: false,
      gaps: [],
    };
    const { board, elfs } = withElfs(boardTarget(setup), { headline: '/w/app.elf' });
    expect(board).toMatchObject(setup);
    expect(elfs).toEqual({ headline: '/w/app.elf' });
  });

  test('a target without files of its own is identified by its id', () => {
    expect(valueOfTarget(targetOf('local-linux'))).toBe('local-linux');
  });

  test('files on a target that is not there give what comes near', () => {
    const target = 'local-linx';
    expect(findTarget({ target, elfs: files })).toEqual({ near: ['local-linux'] });
  });
});
