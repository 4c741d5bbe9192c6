import { sumNumbers } from '../../base';
import type { Profile } from '../stacks';
import { locateInstruction, type ProfileFormat, formatSourceFile } from './format';

interface Node {
  readonly id: number;
  readonly callFrame: object;
  hitCount: number;
  readonly children: number[];
  readonly positionTicks: { line: number; ticks: number }[];
}

/** An instruction is a millisecond: the editor's table has no other unit. */
const MICROSECONDS = 1000;

/** The editor's own table and flame chart. Each operation is a function below the root. */
export const cpuprofile: ProfileFormat = {
  id: 'cpuprofile',
  ending: 'cpuprofile',
  about: "the editor's table and flame chart, browsers; 1 ms is one instruction",
  write: (profiles) => {
    const nodes: Node[] = [newNode(1, '(root)', '', 0)];
    const samples: number[] = [];
    const timeDeltas: number[] = [];
    for (const profile of profiles) {
      const first = addNodes(nodes, profile);
      for (const { count, nodes: own, instructions } of profile.paths) {
        own.forEach((node, index) => {
          const target = nodes[first + node];
          if (target === undefined) return;
          addTicks(target, locateInstruction(profile, instructions[index] ?? -1).line, count);
          const isRun = index > 0 && own[index - 1] === node;
          if (isRun) timeDeltas.push((timeDeltas.pop() ?? 0) + count * MICROSECONDS);
          else {
            samples.push(target.id);
            timeDeltas.push(count * MICROSECONDS);
          }
        });
      }
    }
    const endTime = sumNumbers(timeDeltas);
    // A delta is the time before its sample; the last one lasts until the end.
    const deltas = [0, ...timeDeltas.slice(0, -1)].slice(0, samples.length);
    return JSON.stringify({ nodes, startTime: 0, endTime, samples, timeDeltas: deltas });
  },
};

function newNode(id: number, functionName: string, url: string, line: number): Node {
  // A function is its declaration: with another line it would appear twice.
  const callFrame = { functionName, scriptId: '0', url, lineNumber: line - 1, columnNumber: 0 };
  return { id, callFrame, hitCount: 0, children: [], positionTicks: [] };
}

/** Adds the operation and its stacks; returns the index of the first of them. */
function addNodes(nodes: Node[], profile: Profile): number {
  const operation = newNode(nodes.length + 1, profile.name, '', 0);
  nodes[0]?.children.push(operation.id);
  const first = nodes.push(operation);
  for (const { parent, function: own } of profile.nodes) {
    const { name = '?', file = -1, line = 0 } = profile.functions[own] ?? {};
    const node = newNode(nodes.length + 1, name, formatSourceFile(profile, file), line);
    (parent < 0 ? operation : nodes[first + parent])?.children.push(node.id);
    nodes.push(node);
  }
  return first;
}

function addTicks(node: Node, line: number, ticks: number): void {
  node.hitCount += ticks;
  if (line === 0) return;
  const found = node.positionTicks.find((each) => each.line === line);
  if (found === undefined) node.positionTicks.push({ line, ticks });
  else found.ticks += ticks;
}
