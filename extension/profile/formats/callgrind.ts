import { addCount, visibleLine } from '../../base';
import { costNodes } from '../figures';
import { type Profile, listStackNodes } from '../stacks';
import { countByStack, locateInstruction, type ProfileFormat, formatSourceFile } from './format';

/** KCachegrind, QCachegrind and callgrind_annotate: instructions by address and line, and calls. */
export const callgrind: ProfileFormat = {
  id: 'callgrind',
  ending: 'callgrind',
  about: 'KCachegrind and callgrind_annotate: by function, line and address',
  write: (profiles) => {
    const parts = profiles.map(writeProfile);
    const total = parts.reduce((sum, part) => sum + part.total, 0);
    const names = profiles.map(({ name }) => visibleLine(name)).join(', ');
    const head = ['# callgrind format', 'version: 1', 'creator: cyclescope', `cmd: ${names}`];
    const event = profiles.some(({ sampled }) => sampled) ? 'Samples' : 'Ir';
    const lines = [...head, 'positions: instr line', `events: ${event}`, `summary: ${total}`, ''];
    return `${[...lines, ...parts.flatMap((part) => part.lines), `totals: ${total}`].join('\n')}\n`;
  },
};

/** A function's own costs by line, and its calls by line and callee. */
interface Block {
  readonly self: Map<string, number>;
  readonly calls: Map<string, { callee: string; line: number; calls: number; cost: number }>;
}

function writeProfile(profile: Profile): { lines: string[]; total: number } {
  const blocks = new Map<string, Block>();
  const ensureBlock = (key: string): Block => {
    const block = blocks.get(key) ?? { self: new Map<string, number>(), calls: new Map() };
    blocks.set(key, block);
    return block;
  };
  const keys = profile.functions.map(
    ({ name, file }) => `fl=${formatSourceFile(profile, file) || '???'}\nfn=${visibleLine(name)}`,
  );
  const getKey = (node: number) => keys[profile.nodes[node]?.function ?? -1] ?? '';
  let total = 0;
  for (const [node, at, count] of countByStack(profile)) {
    const { address, file, line } = locateInstruction(profile, at);
    const own = profile.functions[profile.nodes[node]?.function ?? -1]?.file ?? -1;
    const key = `${formatSourceFile(profile, file >= 0 ? file : own) || '???'}\n0x${Math.max(0, address).toString(16)} ${line}`;
    const { self } = ensureBlock(getKey(node));
    addCount(self, key, count);
    total += count;
  }
  addCalls(profile, getKey, ensureBlock);
  const lines = [...blocks].flatMap(([key, block]) => {
    const file = key.slice('fl='.length, key.indexOf('\n'));
    return ['ob=agent.elf', key, ...writeBlock(file, block), ''];
  });
  return { lines, total };
}

/** Adds what each stack passes to its callees. A recursive call passes nothing: readers add it to what is outside. */
function addCalls(
  profile: Profile,
  getKey: (node: number) => string,
  ensureBlock: (key: string) => Block,
): void {
  costNodes(profile).forEach(({ total, calls }, at) => {
    const node = profile.nodes[at];
    if (node === undefined || node.parent < 0 || total === 0) return;
    const [caller, callee] = [getKey(node.parent), getKey(at)];
    const edges = listStackNodes(profile, node.parent).slice(1);
    const isNested = edges.some(
      (inner) => getKey(inner) === callee && getKey(profile.nodes[inner]?.parent ?? -1) === caller,
    );
    const key = `${callee} ${node.calledLine}`;
    const block = ensureBlock(caller);
    const line = node.calledLine;
    const edge = block.calls.get(key) ?? { callee, line, calls: 0, cost: 0 };
    edge.calls += node.isInlined ? 0 : calls;
    if (!isNested && caller !== callee) edge.cost += total;
    block.calls.set(key, edge);
  });
}

function writeBlock(file: string, { self, calls }: Block): string[] {
  let current = file;
  const own = [...self]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, count]) => {
      const [other = '', line = ''] = key.split('\n');
      const change = other === current ? [] : [`${other === file ? 'fe' : 'fi'}=${other}`];
      current = other;
      return [...change, `${line} ${count}`];
    });
  const back = current === file ? [] : [`fe=${file}`];
  const called = [...calls.values()].flatMap(({ callee, line, calls: times, cost }) => [
    ...callee.split('\n').map((part) => `c${part.replace(/^fl/, 'fi')}`),
    `calls=${Math.max(1, times)} 0x0 0`,
    `0x0 ${line} ${cost}`,
  ]);
  return [...own, ...back, ...called];
}
