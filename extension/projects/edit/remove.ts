import type { SetupGap } from '../../targets';
import { listFileChanges } from './add';
import { hasLooseMark, LOOSE, type OwnLists, readBlock, readWritten, removeBlock } from './block';
import { CONF, LISTS } from './kinds';
import type { ChangeOutcome, Project } from './project';
import { COPY, hashText, readBlockSum, readSums, SUMS } from './sdk';
import type { ProjectState } from './state';

/** The change that removes the agent; files that the user changed or added stay and are listed. */
export function changeToRemove(project: Project, state: ProjectState): ChangeOutcome {
  const { files, others, gaps } = state;
  const [gap] = gaps;
  if (gap !== undefined) return { gap };
  const lists = files.get(LISTS) ?? '';
  const list = files.get(`${COPY}/${SUMS}`) ?? '';
  const sums = readSums(list);
  const block = readBlock(lists);
  if (block === undefined && sums.size === 0) return { gap: NOT_THERE };
  if (hasLooseMark(lists)) return { gap: LOOSE };
  const written = block && readWritten(block, project, readBlockSum(list));
  if (written !== undefined && 'editedLine' in written) {
    return { gap: describeEdit(written.editedLine, written.editedText) };
  }
  const contents = new Map<string, string | undefined>([[LISTS, removeBlock(lists)]]);
  const kept: string[] = [];
  for (const [inside, digest] of sums) {
    const whole = inside === `../${CONF}` ? CONF : `${COPY}/${inside}`;
    const before = files.get(whole);
    if (before === undefined) continue;
    if (hashText(before) === digest) contents.set(whole, undefined);
    else kept.push(`${whole} was changed here and stays.`);
  }
  const added = [...files.keys(), ...others].filter(
    (inside) =>
      inside.startsWith(`${COPY}/`) && inside !== `${COPY}/${SUMS}` && !hasSum(sums, inside),
  );
  contents.set(`${COPY}/${SUMS}`, undefined);
  return {
    change: {
      title: `Remove the agent from ${project.title}`,
      folder: project.folder,
      files: listFileChanges(project.folder, state, contents),
      remarks: [
        ...removalWarnings(written),
        ...kept,
        ...added.map((inside) => `${inside} is not from Cyclescope and stays.`),
      ],
    },
  };
}

const hasSum = (sums: ReadonlyMap<string, string>, inside: string) =>
  sums.has(inside.slice(COPY.length + 1));

/** Lists are removed with the block: they are reported, so that they can be restored. */
function removalWarnings(lists: OwnLists | undefined): readonly string[] {
  return [
    ...warningAbout('The block listed benchmarks of yours', lists?.benches),
    ...warningAbout('The block listed options of yours', lists?.options),
  ];
}

function warningAbout(what: string, call = ''): readonly string[] {
  const [, list = ''] = /^set\(CYCLESCOPE_\w+\s*([^]*?)\s*\)$/.exec(call) ?? [];
  return list === '' ? [] : [`${what}: ${list.replaceAll(/\s+/g, ' ')}`];
}

const NOT_THERE: SetupGap = {
  what: 'The agent is not in this project',
  remedy: 'There is nothing to remove.',
};

const describeEdit = (line: number, text: string): SetupGap => ({
  what: `Cyclescope’s block in CMakeLists.txt was edited by hand (line ${line}: "${text}")`,
  remedy: 'Move your lines out of the block, or remove the whole block yourself, and try again.',
});
