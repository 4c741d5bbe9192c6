import { resolve } from 'node:path';
import { didYouMean, EngineError, nearest } from '../base';
import {
  type Answers,
  answersTo,
  CHOICES,
  findProjects,
  openQuestions,
  getProjectKind,
  type Project,
  type ProjectQuestion,
  QUESTIONS,
  projectTitles,
  readWorld,
} from '../projects';
import { boardTarget, type Target } from '../targets';
import { buildProject, type BuiltProject, listProjectTargets } from '../toolchain';
import { type Arguments, type OptionSpec, getOptionValue, usage } from './args';
import type { Context } from './context';
import { targetOption } from './target';

/** Answers a question that the project's files leave open. */
export const answerOption: OptionSpec = {
  value: 'QUESTION=VALUE',
  about: "answer what the project's files leave open, such as board=mps2/an385",
  repeated: true,
};

/** Options for measuring the agent in a project's own build. */
export const projectOptions = {
  project: {
    value: 'DIR',
    about: 'build this project, which contains the agent, with its own build',
  },
  answer: answerOption,
} satisfies Readonly<Record<string, OptionSpec>>;

/** The target, which a project may determine instead. */
export const optionalTarget: OptionSpec = { ...targetOption, required: false };

/** Rejects a call with neither a target nor a project, and one with both a project and files. */
export function requireTarget({ values }: Arguments, command: string): void {
  if (!values.has('project')) {
    if (values.has('answer')) throw usage('--answer needs --project DIR.');
    if (!values.has('target'))
      throw usage(`cyclescope ${command} needs --target T or --project DIR.`);
    return;
  }
  const file = ['elf', 'traced-elf', 'source', 'with'].find((name) => values.has(name));
  if (file === undefined) return;
  throw usage(`--${file} cannot be combined with --project, which builds the agent itself.`);
}

/** The answers given as options. */
export function parseAnswers(args: Arguments): Answers {
  const pairs = (args.values.get('answer') ?? []).map((text) => {
    const [, question = '', value = ''] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
    if (Object.hasOwn(QUESTIONS, question)) return [question as ProjectQuestion, value] as const;
    const names = Object.keys(QUESTIONS);
    throw usage(
      `--answer takes QUESTION=VALUE, not "${text}".`,
      didYouMean(nearest(question, names)) ?? `The questions are: ${names.join(', ')}.`,
    );
  });
  return Object.fromEntries(pairs);
}

/** Finds the project in a folder; of several, the one in the folder itself. */
export async function findProject(folder: string): Promise<Project> {
  const projects = findProjects(await readWorld({ folders: [{ path: folder }] }));
  const own = projects.find((project) => resolve(project.folder) === folder);
  const [first, ...others] = projects;
  if (own) return own;
  if (first && others.length === 0) return first;
  if (first) {
    const folders = projects.map((project) => project.folder).join(', ');
    throw usage(`There are several projects in ${folder}.`, `Name one of: ${folders}.`);
  }
  throw new EngineError(
    'refused',
    `No supported project was found in ${folder}.`,
    `Cyclescope looks for the CMakeLists.txt of one of these: ${projectTitles.join(', ')}.`,
  );
}

/** Throws while one of those questions is unanswered, or answered differently by several files. */
export function refuseOpen(
  project: Project,
  answers: Answers,
  among: readonly ProjectQuestion[] = CHOICES,
): void {
  const question = openQuestions(project, answers).find((each) => among.includes(each));
  if (question === undefined) return;
  const found = answersTo(project, question);
  const word = QUESTIONS[question];
  if (found.length === 0) {
    throw usage(
      `The ${word} of ${project.title} is unknown: no file names it.`,
      `Set it with: --answer ${question}=VALUE`,
    );
  }
  const choices = found.map(({ value, source }) => `${value} (${source})`).join(', ');
  throw usage(
    `The files of ${project.title} name more than one ${word}: ${choices}.`,
    `Choose one: --answer ${question}=${found[0]?.value ?? 'VALUE'}`,
  );
}

/** Builds the agents of the project that `--project` names, and prints each step. */
export async function buildNamed(
  args: Arguments,
  { cwd, terminal, signal, packageFolder }: Context,
): Promise<{ readonly project: Project; readonly built: BuiltProject }> {
  const answers = parseAnswers(args);
  const project = await findProject(resolve(cwd, getOptionValue(args, 'project') ?? '.'));
  refuseOpen(project, answers);
  const built = await buildProject({
    project,
    answers,
    packageFolder,
    signal,
    onStep: (build, line) => terminal.report(`${build}: ${line}`),
    onLine: (line) => terminal.report(line),
  });
  return { project, built };
}

/** The target for a built agent: the named one, or the only one that fits. */
export async function targetOfBuilt(
  args: Arguments,
  context: Context,
  { project, built }: { readonly project: Project; readonly built: BuiltProject },
): Promise<Target> {
  const { boards } = await context.findBoards({ ...context, cwd: project.folder });
  const known = [...boards.map((board) => boardTarget(board)), ...context.targets];
  const fitting = listProjectTargets(project, built, known);
  const id = getOptionValue(args, 'target');
  const [first, ...others] = id === undefined ? fitting : fitting.filter((each) => each.id === id);
  if (first && others.length === 0) return first;
  const ids = fitting.map((target) => target.id);
  if (ids.length > 0) {
    const wrong = id === undefined ? '' : `, and "${id}" is not one of them`;
    throw usage(
      `The build of ${project.title} can run on several targets${wrong}.`,
      `Name one with --target: ${ids.join(', ')}.`,
    );
  }
  throw new EngineError(
    'refused',
    `${project.title} was built, but no configuration describes how to reach its board.`,
    `Describe the board in the setting cyclescope.boards of its folder${orEmulate(project)}.`,
  );
}

/** A FreeRTOS image must be made for the emulator; a Zephyr build names its board. */
const orEmulate = (project: Project) => getProjectKind(project).emulatorHint ?? '';
