import { describe, expect, it } from 'vitest';
import { bench } from '../../../engine/testing/benches';
import { itemName } from '../../common/item-id';
import { type ItemNode, rootNodes, suiteNodes } from './nodes';

const targets = [
  { id: 'qemu', title: 'An emulator' },
  { id: 'linux', title: 'This computer' },
];
const home = (id: string) => ({ id, title: `Folder ${id}`, targets, active: 'linux' });
const described = (nodes: readonly ItemNode[]) =>
  nodes.map(({ label, description }) => [label, description]);

describe('the roots', () => {
  it('are the targets where there is one home; the active one is marked', () => {
    expect(described(rootNodes([home('a')], 'active'))).toEqual([
      ['qemu', 'An emulator'],
      ['linux', 'active · This computer'],
    ]);
  });

  it('are the homes where there are several, which cannot be run as a whole', () => {
    const roots = rootNodes([home('a'), home('b')], 'active');
    expect(roots.map(({ label, isRunnable }) => [label, isRunnable])).toEqual([
      ['Folder a', false],
      ['Folder b', false],
    ]);
    expect(roots.map(({ children }) => children?.length)).toEqual([2, 2]);
  });

  it('keep the ids of targets when a second folder comes', () => {
    const alone = rootNodes([home('a')], 'active').map(({ id }) => id);
    const beside = rootNodes([home('a'), home('b')], 'active')[0]?.children?.map(({ id }) => id);
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
