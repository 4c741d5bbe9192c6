import { expect, test } from 'vitest';
import { writeElf } from '../../agent/elf/testing';
import { boardTarget } from '../find';
import type { BoardSetup } from '../setup';
import { makeHeadlineImage, openBoard } from '../testing';

const image = makeHeadlineImage('theirs', writeElf([{ vaddr: 0, data: new Uint8Array(16) }], []));
const open = (board: BoardSetup) => openBoard(board, image);

const makeEmulatedBoard = (machine: string, more: Partial<BoardSetup> = {}): BoardSetup => ({
  id: 'zephyr:build',
  title: 'A build',
  source: 'build/zephyr/.config',
  server: { kind: 'qemu', machine },
  images: { kind: 'files', headline: 'zephyr.elf' },
  namesPrograms: false,
  gaps: [],
  ...more,
});

test('is an exact target with the given files', () => {
  const setup = makeEmulatedBoard('mps2-an385');
  expect(boardTarget(setup)).toMatchObject({
    id: 'zephyr:build',
    deterministic: true,
    board: setup,
    elfs: { headline: 'zephyr.elf' },
  });
});

test('requires QEMU, and what its setup lacks', async () => {
  const gaps = [{ what: 'no file is named', remedy: 'Name one.' }];
  const needed = await boardTarget(makeEmulatedBoard('mps2-an385', { gaps })).requirements();
  expect(needed.map(({ name }) => name)).toEqual(['qemu-system-arm', 'no file is named']);
});

test('reports a machine without an agent, and lists the supported ones', async () => {
  const target = boardTarget(makeEmulatedBoard('lm3s6965evb'));
  expect(await target.requirements()).toEqual([
    {
      name: 'QEMU machine lm3s6965evb',
      found: undefined,
      remedy: 'Choose one of mps2-an385, mps2-an386, mps2-an500.',
    },
  ]);
  await expect(open(makeEmulatedBoard('lm3s6965evb'))).rejects.toMatchObject({
    code: 'start-failed',
  });
});

test('refuses gaps and images of another target before anything is started', async () => {
  const gaps = [{ what: 'no file is named', remedy: 'Name one.' }];
  await expect(open(makeEmulatedBoard('mps2-an385', { gaps }))).rejects.toMatchObject({
    message: 'zephyr:build (build/zephyr/.config) cannot be used: no file is named',
  });
  const named = makeEmulatedBoard('mps2-an385', {
    images: { kind: 'named', name: 'qemu-freertos-m3' },
  });
  const refusal = expect.objectContaining({
    message: 'a.elf cannot be deployed: it was built for theirs, not for qemu-freertos-m3',
  });
  expect(() => boardTarget(named).check?.(image)).toThrow(refusal);
  await expect(open(named)).rejects.toEqual(refusal);
});
