import type { SetupGap } from '../../targets';
import { choosePathModule } from '../detect';
import {
  blockLines,
  digestOfBlock,
  detectLineEnding,
  hasLooseMark,
  type Insertion,
  LOOSE,
  readBlock,
  readWritten,
  withBlock,
} from './block';
import { chooseAnswer, answersTo } from './facts';
import { CONF, LISTS, takesModules } from './kinds';
import type { Answers, ChangeOutcome, FileChange, Project } from './project';
import { COPY, hashText, readBlockSum, readSums, type SdkFiles, SUMS, writeSums } from './sdk';
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
  const taken = findConflict(state, sdk);
  if (taken !== undefined) return { gap: taken };
  const conf = confChange(project, state);
  if (conf !== undefined && 'gap' in conf) return conf;
  const written = new Map(sdk.files);
  if (conf !== undefined) written.set(`../${CONF}`, conf.text);
  const copy = copyChange(state, sdk, writeSums(sdk.version, written, block.sum));
  const contents = new Map<string, string | undefined>(copy.files);
  if (conf?.isWritten === true) contents.set(CONF, conf.text);
  contents.set(LISTS, block.text);
  const files = listFileChanges(project.folder, state, contents);
  return {
    change: {
      title: `Add the agent to ${project.title}`,
      folder: project.folder,
      files,
      remarks: [
        ...block.remarks,
        ...copy.remarks,
        ...describeIgnoredPaths(state.files.get('.gitignore')),
      ],
    },
  };
}

const GONE: SetupGap = {
  what: 'CMakeLists.txt no longer exists',
  remedy: 'Search for projects again.',
};

/** The differing files as changes, by whole paths; those that others need first. */
export function listFileChanges(
  folder: string,
  { files }: ProjectState,
  contents: ReadonlyMap<string, string | undefined>,
): readonly FileChange[] {
  const paths = choosePathModule({
    platform: /^(?:[A-Za-z]:|\\\\)/.test(folder) ? 'win32' : 'linux',
  });
  return [...contents]
    .map(([inside, after]) => ({
      path: paths.join(folder, inside),
      before: files.get(inside),
      after,
    }))
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
  const target = chooseAnswer(project, 'target', answers);
  const block = readBlock(text);
  const written = block && readWritten(block, project, sum);
  if (written !== undefined && 'editedLine' in written) {
    return {
      text,
      sum,
      remarks: [
        `${LISTS}, line ${written.editedLine}: the block was edited by hand and is left unchanged.`,
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
  const end = detectLineEnding(block.text);
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
    what: 'The agent could be added to several CMake targets',
    remedy: `Choose: ${names.join(', ')}.`,
  };
}

/** The configuration's text, and whether it is to be written. */
function confChange(
  project: Project,
  { files }: ProjectState,
): { readonly text: string; readonly isWritten: boolean } | { readonly gap: SetupGap } | undefined {
  const text = getConfText(project);
  if (text === undefined) return undefined;
  const before = files.get(CONF);
  if (before === undefined) return { text, isWritten: true };
  const sum = readSums(files.get(`${COPY}/${SUMS}`) ?? '').get(`../${CONF}`);
  if (sum === hashText(before)) return { text, isWritten: hashText(text) !== sum };
  if (asksForAgent(before)) return { text, isWritten: false };
  return {
    gap: {
      what: `${CONF} already exists and does not set CONFIG_CYCLESCOPE=y`,
      remedy: 'Add that line to it, or rename the file.',
    },
  };
}

/** Files of a copy to write, and files that stay. */
interface Copy {
  readonly files: ReadonlyMap<string, string | undefined>;
  readonly remarks: readonly string[];
}

/** A file of the user's where one of the copy would go. */
function findConflict({ files, others }: ProjectState, sdk: SdkFiles): SetupGap | undefined {
  const sums = readSums(files.get(`${COPY}/${SUMS}`) ?? '');
  const taken = [...sdk.files].find(([inside, text]) => {
    const whole = `${COPY}/${inside}`;
    const before = files.get(whole);
    const isForeign =
      before !== undefined && !sums.has(inside) && hashText(before) !== hashText(text);
    return isForeign || others.includes(whole);
  });
  return (
    taken && {
      what: `${COPY}/${taken[0]} already exists and is not from Cyclescope`,
      remedy: `Move it elsewhere: the folder ${COPY} is for the agent’s sources.`,
    }
  );
}

/** Changes that bring the copy to this SDK; `sums` is its list. */
function copyChange({ files }: ProjectState, sdk: SdkFiles, sums: string): Copy {
  const old = readSums(files.get(`${COPY}/${SUMS}`) ?? '');
  const contents = new Map<string, string | undefined>();
  const kept: string[] = [];
  for (const [inside, text] of sdk.files) {
    const before = files.get(`${COPY}/${inside}`);
    if (before !== undefined && hashText(before) === hashText(text)) continue;
    if (before === undefined || old.get(inside) === hashText(before)) {
      contents.set(`${COPY}/${inside}`, text);
    } else kept.push(inside);
  }
  for (const [inside, digest] of old) {
    const before = files.get(`${COPY}/${inside}`);
    if (inside.startsWith('..') || sdk.files.has(inside) || before === undefined) continue;
    if (hashText(before) === digest) contents.set(`${COPY}/${inside}`, undefined);
    else kept.push(inside);
  }
  const before = files.get(`${COPY}/${SUMS}`);
  if (before === undefined || hashText(before) !== hashText(sums)) {
    contents.set(`${COPY}/${SUMS}`, sums);
  }
  return {
    files: contents,
    remarks: kept.map((inside) => `${COPY}/${inside} was changed here and is left unchanged.`),
  };
}

/** Added files that belong in version control. */
const ADDED = [COPY, CONF];

/** Warns if a `.gitignore` excludes the agent from version control. */
function describeIgnoredPaths(text: string | undefined): readonly string[] {
  return ADDED.filter((inside) => isIgnored(text ?? '', inside)).map(
    (inside) => `.gitignore excludes ${inside}: a fresh checkout will not contain the agent.`,
  );
}

/** Checks whether a pattern of the project's own folder matches a name in it; the last match counts. */
function isIgnored(text: string, name: string): boolean {
  return text.split(/\r?\n/).reduce((ignored, line) => {
    const [, not, pattern = ''] = /^(!?)\/?(.*?)\/?\s*$/.exec(line) ?? [];
    if (pattern === '' || line.startsWith('#') || pattern.includes('/')) return ignored;
    return glob(pattern).test(name) ? not === '' : ignored;
  }, false);
}

/** A set of characters is taken literally: none is expected to exclude the agent. */
function glob(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

const TEXT = `# Puts the agent of Cyclescope into a build that names this file; other builds stay as they are.
CONFIG_CYCLESCOPE=y
`;

/** The text of that file; undefined for projects without Kconfig. */
function getConfText(project: Project): string | undefined {
  return takesModules(project) ? TEXT : undefined;
}

/** Checks whether a Kconfig fragment enables the agent. */
function asksForAgent(text: string): boolean {
  return /^\s*CONFIG_CYCLESCOPE=y\s*$/m.test(text);
}
