import { newTable } from '../../base';
import { type Profile, stackOf } from '../stacks';
import { type ProfileFormat, sourceFileOf } from './format';

/** https://www.speedscope.app: a profile per distinct path, in the order of its instructions. */
export const speedscope: ProfileFormat = {
  id: 'speedscope',
  ending: 'speedscope.json',
  about: 'speedscope: every distinct path in time order',
  write: (profiles) => {
    const frames = newTable<object>(JSON.stringify);
    const written = profiles.flatMap((profile) => writePaths(profile, frames.add));
    return JSON.stringify({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      exporter: 'cyclescope',
      activeProfileIndex: 0,
      shared: { frames: frames.rows },
      profiles: written,
    });
  },
};

function writePaths(profile: Profile, addFrame: (frame: object) => number): object[] {
  const { functions, nodes, order, paths, name } = profile;
  const frameOf = functions.map((own) => {
    const file = sourceFileOf(profile, own.file);
    const place = file === '' ? {} : { file, line: own.line };
    return addFrame({ name: own.name, ...place });
  });
  return paths.map(({ count, nodes: own }) => {
    const samples: number[][] = [];
    const weights: number[] = [];
    own.forEach((node, index) => {
      if (index > 0 && own[index - 1] === node) {
        weights.push((weights.pop() ?? 0) + 1);
        return;
      }
      samples.push(stackOf(profile, node).map((at) => frameOf[nodes[at]?.function ?? 0] ?? 0));
      weights.push(1);
    });
    return {
      type: 'sampled',
      name: `${name}: ${count} of ${order.length}, ${own.length} instructions`,
      unit: 'none',
      startValue: 0,
      endValue: own.length,
      samples,
      weights,
    };
  });
}
