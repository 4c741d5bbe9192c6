import { newTable, sumNumbers } from '../../base';
import { type Profile, listStackNodes } from '../stacks';
import { type ProfileFormat, formatSourceFile } from './format';

/** https://www.speedscope.app: a profile per distinct path, in the order of its instructions. */
export const speedscope: ProfileFormat = {
  id: 'speedscope',
  ending: 'speedscope.json',
  about: 'speedscope: every distinct path in time order',
  write: (profiles) => {
    const frames = newTable<object>(JSON.stringify);
    const written = profiles.flatMap((profile) => {
      const stackAt = addFrames(profile, frames.add);
      return profile.sampled
        ? writeSamples(profile, stackAt)
        : profile.paths.map((path) => writePath(profile, path, stackAt));
    });
    return JSON.stringify({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      exporter: 'cyclescope',
      activeProfileIndex: 0,
      shared: { frames: frames.rows },
      profiles: written,
    });
  },
};

/** Finds the frames of a node's stack, the outermost first. */
type StackAt = (node: number) => number[];

function addFrames(profile: Profile, addFrame: (frame: object) => number): StackAt {
  const frames = profile.functions.map((own) => {
    const file = formatSourceFile(profile, own.file);
    const source = file === '' ? {} : { file, line: own.line };
    return addFrame({ name: own.name, ...source });
  });
  return (node) =>
    listStackNodes(profile, node).map((at) => frames[profile.nodes[at]?.function ?? 0] ?? 0);
}

function writePath(
  { name, order }: Profile,
  { count, nodes }: Profile['paths'][number],
  stackAt: StackAt,
): object {
  const samples: number[][] = [];
  const weights: number[] = [];
  nodes.forEach((node, index) => {
    if (index > 0 && nodes[index - 1] === node) {
      weights.push((weights.pop() ?? 0) + 1);
      return;
    }
    samples.push(stackAt(node));
    weights.push(1);
  });
  const title = `${name}: ${count} of ${order.length}, ${nodes.length} instructions`;
  return writeProfile(title, samples, weights);
}

/** Writes the stacks of a sampled operation, all in one profile. */
function writeSamples({ name, paths, order }: Profile, stackAt: StackAt): object {
  const samples = paths.map(({ nodes: [node = -1] }) => stackAt(node));
  const title = `${name}: ${order.length} samples`;
  return writeProfile(
    title,
    samples,
    paths.map(({ count }) => count),
  );
}

function writeProfile(
  name: string,
  samples: readonly (readonly number[])[],
  weights: readonly number[],
): object {
  const endValue = sumNumbers(weights);
  return { type: 'sampled', name, unit: 'none', startValue: 0, endValue, samples, weights };
}
