import { addCount, visibleLine } from '../../base';
import { costNodes } from '../figures';
import { listStackNodes } from '../stacks';
import { formatFunctionName, type ProfileFormat } from './format';

/** `operation;outer;inner count`: a line for each stack, as flamegraph.pl and others read it. */
export const collapsed: ProfileFormat = {
  id: 'collapsed',
  ending: 'txt',
  about: 'stacks with counts, for flamegraph.pl, inferno and speedscope',
  write: (profiles) => {
    const counts = new Map<string, number>();
    for (const profile of profiles) {
      costNodes(profile).forEach(({ self }, node) => {
        if (self === 0) return;
        const names = listStackNodes(profile, node).map((at) =>
          formatFunctionName(profile, profile.nodes[at]),
        );
        const stack = [visibleLine(profile.name), ...names].map((name) =>
          name.replaceAll(/[;\s]+/g, '_'),
        );
        addCount(counts, stack.join(';'), self);
      });
    }
    return [...counts].map(([stack, count]) => `${stack} ${count}\n`).join('');
  },
};
