import { pathsOf } from '../detect/scope';
import type { SetupGap } from '../swd/setup';
import {
  blockLines,
  digestOfBlock,
  hasLooseMark,
  LISTS,
  LOOSE,
  readBlock,
  readWritten,
} from './block';
import { asksForAgent, CONF, confOf } from './conf';
import { copyChange, takenPlace } from './copy';
import { answerOf, answersTo } from './facts';
import { ignoredRemarks } from './gitignore';
import { endingOf, withBlock, type Insertion } from './insert';
import { takesModules } from './kinds';
import type { Answers, ChangeOutcome, FileChange, Project } from './project';
import { COPY, digestOf, readBlockSum, readSums, SUMS, writeSums, type SdkFiles } from './sdk';
import type { ProjectState } from './state';

/**
 * The change that puts the agent into a project, or renews it there. What the user changed or added
 * stays; where everything is there already, the change is empty.
 */
export function changeToAdd(
  project: Project,
  state: ProjectState,
  sdk: SdkFiles,
  answers: Answers = {},
): ChangeOutcome {
  const [gap] = [...project.gaps, ...state.gaps];
  if (gap !== undefined) return { gap };
  const lists = state.files.get(LISTS);
  if (lists === undefined) return { gap: GONE };
  const sum = readBlockSum(state.files.get(`${COPY}/${SUMS}`) ?? '');
  const block = listsWithBlock(project, lists, answers, sum);
  if ('gap' in block) return block;
  const taken = takenPlace(state, sdk);
  if (taken !== undefined) return { gap: taken };
  const conf = confChange(project, state);
  if (conf !== undefined && 'gap' in conf) return conf;
  const written = new Map(sdk.files);
  if (conf !== undefined) written.set(`../${CONF}`, conf.text);
  const copy = copyChange(state, sdk, writeSums(sdk.version, written, block.sum));
  const places = new Map<string, string | undefined>(copy.files);
  if (conf?.isWritten === true) places.set(CONF, conf.text);
  places.set(LISTS, block.text);
  const files = changesOf(project.folder, state, places);
  return {
    change: {
      title: `Add the agent to ${project.title}`,
      folder: project.folder,
      files,
      remarks: [
        ...block.remarks,
        ...copy.remarks,
        ...ignoredRemarks(state.files.get('.gitignore')),
      ],
    },
  };
}

const GONE: SetupGap = {
  what: 'CMakeLists.txt is no longer there',
  remedy: 'Look for projects again.',
};

/** The differing files as changes, by whole paths; those that others need first. */
export function changesOf(
  folder: string,
  { files }: ProjectState,
  places: ReadonlyMap<string, string | undefined>,
): readonly FileChange[] {
  const paths = pathsOf({ platform: /^(?:[A-Za-z]:|\\\\)/.test(folder) ? 'win32' : 'linux' });
  return [...places]
    .map(([place, after]) => ({ path: paths.join(folder, place), before: files.get(place), after }))
    .filter(({ before, after }) => before !== after);
}

interface WrittenLists {
  readonly text: string;
  /** The digest of the block in it. */
  readonly sum: string | undefined;
  readonly remarks: readonly string[];
}

function listsWithBlock(
  project: Project,
  text: string,
  answers: Answers,
  sum: string | undefined,
): WrittenLists | { readonly gap: SetupGap } {
  if (hasLooseMark(text)) return { gap: LOOSE };
  const target = answerOf(project, 'target', answers);
  const block = readBlock(text);
  const written = block && readWritten(block, project, sum);
  if (written !== undefined && 'editedLine' in written) {
    return {
      text,
      sum,
      remarks: [
        `${LISTS}, line ${written.editedLine}: the block was edited by hand, and stays as it is.`,
      ],
    };
  }
  const name = target ?? written?.target;
  if (!takesModules(project) && (name === undefined || name === ''))
    return { gap: noTarget(project) };
  const lines = blockLines(project, name ?? '', written);
  const common = { sum: digestOfBlock(project), remarks: [] };
  if (block === undefined) {
    const inserted: Insertion = withBlock(text, lines, project);
    return 'gap' in inserted ? inserted : { ...inserted, ...common };
  }
  const end = endingOf(block.text);
  const renewed = lines.join(end) + (block.text.endsWith('\n') ? end : '');
  const isSame = renewed.replaceAll('\r\n', '\n') === block.text.replaceAll('\r\n', '\n');
  return {
    text: isSame ? text : text.slice(0, block.start) + renewed + text.slice(block.end),
    ...common,
  };
}

function noTarget(project: Project): SetupGap {
  const names = answersTo(project, 'target').map(({ value, source }) => `${value} (${source})`);
  return {
    what: 'Several CMake targets could get the agent',
    remedy: `Choose: ${names.join(', ')}.`,
  };
}

/** The configuration's text, and whether it is to be written. */
function confChange(
  project: Project,
  { files }: ProjectState,
): { readonly text: string; readonly isWritten: boolean } | { readonly gap: SetupGap } | undefined {
  const text = confOf(project);
  if (text === undefined) return undefined;
  const before = files.get(CONF);
  if (before === undefined) return { text, isWritten: true };
  const sum = readSums(files.get(`${COPY}/${SUMS}`) ?? '').get(`../${CONF}`);
  if (sum === digestOf(before)) return { text, isWritten: digestOf(text) !== sum };
  if (asksForAgent(before)) return { text, isWritten: false };
  return {
    gap: {
      what: `${CONF} is there already, and does not set CONFIG_CYCLESCOPE=y`,
      remedy: 'Add that line to it, or rename the file.',
    },
  };
}
