import { expect, it } from 'vitest';
import type { TargetReport } from '../../../engine';
import { detect } from '../../../projects/detect/detect';
import { launching } from '../../../projects/detect/testing/world';
import { boardTarget, type Target } from '../../../targets';
import { storageHome } from '../../services/homes/homes';
import type { TargetsNode } from './nodes';
import { listChildren, toTreeItem } from './targets';

const home = storageHome('/w/app', 'app');

/** The tree of a home with those targets and reports. */
function tree(targets: readonly Target[], reports: readonly TargetReport[]) {
  const byId = new Map(reports.map((report) => [report.target, report]));
  const needed = {
    homes: { list: () => [home], find: () => home },
    targets: {
      list: () => targets,
      find: (_: unknown, id: string) => targets.find((target) => target.id === id),
      active: () => targets[0],
    },
    runner: { running: () => [] },
    inspections: { known: () => byId },
    boards: { attached: () => ({ probes: [] }) },
    backups: { of: () => [] },
  } as unknown as Parameters<typeof listChildren>[0];
  const walk = (
    node?: TargetsNode,
  ): readonly { readonly node: TargetsNode; readonly item: Item }[] =>
    listChildren(needed, node).flatMap((child) => [
      { node: child, item: toTreeItem(needed, child) },
      ...walk(child),
    ]);
  return walk();
}

type Item = ReturnType<typeof toTreeItem>;

const stlink = (name: string, more: object = {}) => ({
  name,
  type: 'cortex-debug',
  request: 'launch',
  servertype: 'stlink',
  device: 'STM32L476RG',
  ...more,
});

/** Two entries of one project: one asks for a serial number and a program at each start. */
const boards = detect(
  launching([
    stlink('Debug'),
    stlink('Ask', { serialNumber: '${input:probe}', executable: '${input:probe}' }),
  ]),
).boards;

const makeMissing = (name: string) => ({ name, found: undefined, remedy: `Install ${name}.` });

const reports = boards.map(({ id }): TargetReport => ({
  target: id,
  // The server and what it starts may need the same program.
  requirements: [
    { name: 'STM32CubeProgrammer', found: '2.16', remedy: '' },
    makeMissing('STM32CubeProgrammer'),
    makeMissing('ST-LINK_gdbserver'),
    makeMissing('agent image'),
  ],
  forBuilding: [makeMissing('arm-none-eabi-gcc'), makeMissing('arm-none-eabi-gcc')],
  isReady: false,
}));

it('every element has a unique id, even if two parts need the same', () => {
  const emulated = { id: 'emulated', title: 'Emulated', deterministic: true } as Target;
  const all = tree(
    [...boards.map((board) => boardTarget(board)), emulated],
    [...reports, { ...(reports[0] as TargetReport), target: 'emulated' }],
  );
  const ids = all.flatMap(({ item }) => item.id ?? []);
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

it('an unusable entry shows its reason, collapsed and expanded', () => {
  const all = tree(
    boards.map((board) => boardTarget(board)),
    reports,
  );
  const [gap] = boards.flatMap(({ gaps }) => gaps);
  expect(gap?.what).toContain('${input:probe}');
  const entries = all.filter(({ node }) => node.kind === 'target').map(({ item }) => item);
  expect(entries).toHaveLength(2);
  for (const { description } of entries) expect(description).toContain('missing: ');
  expect(entries.some(({ description }) => String(description).includes(gap?.what ?? ''))).toBe(
    true,
  );
  // Where an entry names no agent, the image follows from the chip.
  const lacksAgent = entries.map(({ description }) => /agent image/.test(String(description)));
  expect(lacksAgent).toEqual([false, true]);
  const needs = all.filter(({ node }) => node.kind === 'need' && node.need === 'gap');
  expect(needs.map(({ item }) => [item.label, item.description])).toContainEqual([
    gap?.what,
    gap?.remedy,
  ]);
  // One of two programs of a name is missing: so is the requirement.
  const programmer = all.filter(({ item }) => item.label === 'STM32CubeProgrammer');
  expect(programmer.map(({ item }) => item.description)).toEqual([
    'Install STM32CubeProgrammer.',
    'Install STM32CubeProgrammer.',
  ]);
});
