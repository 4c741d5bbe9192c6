import { describe, expect, it } from 'vitest';
import { bench } from '../../../engine/testing/benches';
import { itemName } from '../../common/item-id';
import { homeNodes, type ItemNode, suiteNodes } from './nodes';

const targets = [
  { id: 'qemu', title: 'An emulator', isUnready: false, benches: undefined },
  {
    id: 'linux',
    title: 'This computer',
    isUnready: false,
    benches: [bench('heap', 'malloc'), bench('mutex', 'lock')],
  },
];
const words = { active: 'active', otherTargets: 'Other targets', notReady: 'Not ready' };
const home = { id: 'a', targets, active: 'linux' };
const listDescriptions = (nodes: readonly ItemNode[]) =>
  nodes.map(({ label, description }) => [label, description]);

describe('the roots of a home', () => {
  it("are the active target's name, its suites, and the other targets, collapsed", () => {
    const roots = homeNodes(home, words);
    expect(listDescriptions(roots)).toEqual([
      ['linux', 'active · This computer'],
      ['heap', undefined],
      ['mutex', undefined],
      ['Other targets', '1'],
    ]);
    expect(roots.map(({ isRunnable }) => isRunnable)).toEqual([true, true, true, false]);
    expect(roots[3]?.children).toMatchObject([{ label: 'qemu', isRunnable: true, isLazy: true }]);
    const sorted = roots.map(({ sortText }) => sortText);
    expect([...sorted].sort()).toEqual(sorted);
  });

  it('end with incomplete targets, except the active one', () => {
    const unready = targets.map((target) => ({ ...target, isUnready: true }));
    const board = { id: 'board', title: 'A board', isUnready: false, benches: undefined };
    const more = [...unready, board];
    const roots = homeNodes({ ...home, targets: more }, words);
    expect(listDescriptions(roots)).toEqual([
      ['linux', 'active · This computer'],
      ['heap', undefined],
      ['mutex', undefined],
      ['Other targets', '1'],
      ['Not ready', '1'],
    ]);
    expect(roots[4]).toMatchObject({ isRunnable: false, children: [{ label: 'qemu' }] });
  });

  it('are never empty nodes; a target without an image cannot run', () => {
    const alone = {
      ...home,
      targets: targets.slice(1).map((target) => ({ ...target, benches: [] })),
    };
    expect(homeNodes(alone, words)).toMatchObject([{ label: 'linux', isRunnable: false }]);
  });

  it('have the suites of another target once it is expanded', () => {
    const [, others] = homeNodes({ ...home, active: 'qemu' }, words);
    expect(others).toMatchObject({
      label: 'Other targets',
      children: [{ label: 'linux', children: [{ label: 'heap' }, { label: 'mutex' }] }],
    });
  });
});

it("the suites are in the image's order, whatever their names", () => {
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

it("the user's own suites come first, and variants are below their family", () => {
  const own = { ...bench('filter', 'fir'), at: 'src/filter.c:3' };
  const makeShipped = (suite: string, op: string) => ({
    ...bench(suite, op),
    at: `target-agent/families/${suite}/${suite}.c:3`,
  });
  const benches = [
    makeShipped('heap', 'malloc'),
    makeShipped('native_heap', 'malloc'),
    makeShipped('context_switch', 'switch'),
    makeShipped('cmsis_heap', 'free'),
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
