import { expect, test } from 'vitest';
import { boardTarget, targets } from '../../targets/find';
import type { BoardSetup } from '../../targets/setup';
import { listProjectTargets } from './targets';

const files = { headline: '/w/build/cyclescope/headline/a.elf', traced: '/w/t.elf' };
const built = { files, emulated: ['qemu-freertos-m3', 'qemu-zephyr-m3'] };

function board(id: string, change: Partial<BoardSetup> = {}) {
  return boardTarget({
    id,
    title: id,
    source: 'somewhere',
    namesPrograms: false,
    gaps: [],
    server: { kind: 'external', host: 'lab', port: 3333 },
    ...change,
  });
}

const ids = (kind: Parameters<typeof listProjectTargets>[0]['kind'], known = targets()) =>
  listProjectTargets({ kind }, built, known).map(({ id }) => id);

test('a program for Linux runs on this computer, with its files', () => {
  const [target, ...others] = listProjectTargets({ kind: 'cmake-linux' }, built, targets());
  expect(target).toMatchObject({ id: 'local-linux', elfs: files });
  expect(others).toEqual([]);
});

test('the board that the build names is the only one', () => {
  const images = { kind: 'files', headline: files.headline } as const;
  const known = [
    board('launch:Debug'),
    board('zephyr:build/cyclescope/headline', { images }),
    ...targets(),
  ];
  expect(ids('zephyr', known)).toEqual(['zephyr:build/cyclescope/headline']);
});

test('otherwise any usable board is offered, then matching emulated ones', () => {
  const broken = board('launch:Broken', { gaps: [{ what: 'no device', remedy: 'Name it.' }] });
  const known = [board('launch:Debug'), broken, ...targets()];
  expect(ids('cmake-freertos', known)).toEqual(['launch:Debug', 'qemu-freertos-m3']);
  expect(ids('zephyr', known)).toEqual(['launch:Debug', 'qemu-zephyr-m3']);
});

test('each has both files', () => {
  const [target] = listProjectTargets({ kind: 'cmake-freertos' }, built, [board('launch:Debug')]);
  expect(target?.elfs).toEqual(files);
});
