import { describe, expect, it } from 'vitest';
import { bench } from '../../../engine/testing/benches';
import { itemName } from '../../common/item-id';
import { type ItemNode, rootNodes, suiteNodes } from './nodes';

const targets = [
  { id: 'qemu', title: 'An emulator', isUnready: false },
  { id: 'linux', title: 'This computer', isUnready: false },
];
const words = { active: 'active', notReady: 'Not ready' };
const home = (id: string) => ({ id, title: `Folder ${id}`, targets, active: 'linux' });
const described = (nodes: readonly ItemNode[]) =>
  nodes.map(({ label, description }) => [label, description]);

describe('the roots', () => {
  it('are the targets where there is one home; the active one is marked and comes first', () => {
    expect(described(rootNodes([home('a')], words))).toEqual([
      ['linux', 'active · This computer'],
      ['qemu', 'An emulator'],
    ]);
  });

  it('are the homes where there are several, which cannot be run as a whole', () => {
    const roots = rootNodes([home('a'), home('b')], words);
    expect(roots.map(({ label, isRunnable }) => [label, isRunnable])).toEqual([
      ['Folder a', false],
      ['Folder b', false],
    ]);
    expect(roots.map(({ children }) => children?.length)).toEqual([2, 2]);
  });

  it('are last, folded, where something is missing; the active target stays', () => {
    const unready = targets.map((target) => ({ ...target, isUnready: true }));
    const more = [...unready, { id: 'board', title: 'A board', isUnready: false }];
    const roots = rootNodes([{ ...home('a'), targets: more }], words);
    expect(described(roots)).toEqual([
      ['linux', 'active · This computer'],
      ['board', 'A board'],
      ['Not ready', '1'],
    ]);
    expect(roots[2]).toMatchObject({ isRunnable: false, children: [{ label: 'qemu' }] });
  });

  it('keep the ids of targets when a second folder comes', () => {
    const alone = rootNodes([home('a')], words).map(({ id }) => id);
    const beside = rootNodes([home('a'), home('b')], words)[0]?.children?.map(({ id }) => id);
    expect(beside).toEqual(alone);
  });
});

it("the suites stand in the image's order, whatever their names", () => {
  const benches = [bench('mutex', 'lock'), bench('heap', 'malloc'), bench('heap', 'free')];
  const suites = suiteNodes({ home: 'a', target: 'qemu' }, benches);
  const names = suites.flatMap(({ children = [] }) => children.map(({ id }) => itemName(id)));
  expect(names.map(({ suite, op }) => `${suite}/${op}`)).toEqual([
    'mutex/lock',
    'heap/malloc',
    'heap/free',
  ]);
  const sorted = suites.map(({ sortText }) => sortText);
  expect([...sorted].sort()).toEqual(sorted);
  expect(suites[0]?.children?.[0]?.at).toBe('benches/mutex.c:10');
});

it("the user's own suites come first, and what measures a family again is below it", () => {
  const own = { ...bench('filter', 'fir'), at: 'src/filter.c:3' };
  const shipped = (suite: string, op: string) => ({
    ...bench(suite, op),
    at: `target-agent/families/${suite}/${suite}.c:3`,
  });
  const benches = [
    shipped('heap', 'malloc'),
    shipped('native_heap', 'malloc'),
    shipped('context_switch', 'switch'),
    shipped('cmsis_heap', 'free'),
    own,
  ];
  const suites = suiteNodes({ home: 'a', target: 'qemu' }, benches);
  expect(suites.map(({ label }) => label)).toEqual(['filter', 'heap', 'context_switch']);
  const heap = suites[1]?.children ?? [];
  expect(heap.map(({ label }) => label)).toEqual(['malloc', 'native_heap', 'cmsis_heap']);
  expect(itemName(heap[2]?.children?.[0]?.id ?? '')).toMatchObject({
    suite: 'cmsis_heap',
    op: 'free',
  });
  const sorted = [...suites, ...heap].map(({ sortText }) => sortText);
  expect(sorted).toEqual(['00000', '00001', '00002', '00000', '00001', '00002']);
});
