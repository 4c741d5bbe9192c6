import { describe, expect, test } from 'vitest';
import { boardTarget, findTarget, idOfTarget, targets, valueOfTarget, withElfs } from './find';
import type { BoardSetup } from './setup';
import { makeHeadlineImage, openBoard } from './testing';

test('every target has a unique id and is found by it', () => {
  const ids = targets().map(({ id }) => id);
  expect(ids).toContain('qemu-freertos-m7');
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(findTarget(id)).toMatchObject({ target: { id } });
});

test.each([
  ['qemu-freertos-m4', ['qemu-freertos-m3', 'qemu-freertos-m7']],
  ['local-linus', ['local-linux']],
  ['nothing-like-it', []],
])('%s suggests %j', (id, near) => {
  expect(findTarget(id)).toEqual({ near });
});

const image = makeHeadlineImage('theirs', new Uint8Array(100));
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

  test('a board lists what its server requires and what its setup lacks', async () => {
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
  ])('lists the images %j', (images, expected) => {
    expect(boardTarget({ ...setup, images })).toMatchObject(expected);
  });

  test('refuses an unusable target before anything is started', async () => {
    const gaps = [{ what: 'no device is named', remedy: 'Name it.' }];
    await expect(open({ ...setup, gaps })).rejects.toMatchObject({
      message: 'board:mine (the setting cyclescope.boards) cannot be used: no device is named',
      hint: 'Name it.',
    });
    await expect(open({ ...setup, server: undefined })).rejects.toMatchObject({
      message: expect.stringContaining('does not name the debug server that reaches the board'),
    });
  });

  test('refuses an image of another target, when checking and when opening', async () => {
    const named = { ...setup, images: { kind: 'named', name: 'mine' } as const };
    const refusal = expect.objectContaining({
      code: 'bad-image',
      message: 'a.elf cannot be deployed: it was built for theirs, not for mine',
    });
    expect(() => boardTarget(named).check?.(image)).toThrow(refusal);
    await expect(open(named)).rejects.toEqual(refusal);
    expect(() => boardTarget(setup).check?.(image)).not.toThrow();
  });

  test('refuses a program that is not for a board', async () => {
    await expect(open(setup)).rejects.toMatchObject({ code: 'bad-image' });
  });
});

describe('with elfs', () => {
  const files = { headline: '/w/build/headline/app', traced: '/w/build/traced/app' };

  function requireTarget(value: Parameters<typeof findTarget>[0]) {
    const search = findTarget(value);
    if ('target' in search) return search.target;
    throw new Error('there is no such target');
  }

  test('a built-in target uses the files, and passes them to another thread', () => {
    const target = withElfs(requireTarget('local-linux'), files);
    expect(target).toMatchObject({ id: 'local-linux', elfs: files });
    const value = structuredClone(valueOfTarget(target));
    expect(idOfTarget(value)).toBe('local-linux');
    expect(requireTarget(value)).toMatchObject({ id: 'local-linux', elfs: files });
  });

  test('a board keeps its connection', () => {
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

  test('a target without its own files is identified by its id', () => {
    expect(valueOfTarget(requireTarget('local-linux'))).toBe('local-linux');
  });

  test('files for an unknown target yield similar names', () => {
    const target = 'local-linx';
    expect(findTarget({ target, elfs: files })).toEqual({ near: ['local-linux'] });
  });
});
