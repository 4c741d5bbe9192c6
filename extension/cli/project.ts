import { resolve } from 'node:path';
import { didYouMean, EngineError, nearest } from '../base';
import {
  type Answers,
  answersTo,
  CHOICES,
  findProjects,
  openQuestions,
  type Project,
  type ProjectQuestion,
  QUESTIONS,
  readWorld,
} from '../projects';
import { boardTarget, type Target } from '../targets';
import { buildProject, type BuiltProject, targetsFor } from '../toolchain';
import { type Arguments, type OptionSpec, usage, valueOf } from './args';
import type { Context } from './context';
import { targetOption } from './target';

/** What the user answers beforehand, where a project's files leave it open. */
export const answerOption: OptionSpec = {
  value: 'QUESTION=VALUE',
  about: "what the project's files leave open, such as board=mps2/an385",
  repeated: true,
};

/** The options by which commands take the agent out of a project's own build. */
export const projectOptions = {
  project: { value: 'DIR', about: 'build this project, which has the agent, by its own way' },
  answer: answerOption,
} satisfies Readonly<Record<string, OptionSpec>>;

/** The target where a project may tell it. */
export const optionalTarget: OptionSpec = { ...targetOption, required: false };

/** Refuses a call that names neither a target nor a project, or files beside a project. */
export function requireTarget({ values }: Arguments, command: string): void {
  if (!values.has('project')) {
    if (values.has('answer')) throw usage('--answer needs --project DIR.');
    if (!values.has('target'))
      throw usage(`cyclescope ${command} needs --target T or --project DIR.`);
    return;
  }
  const file = ['elf', 'traced-elf', 'source', 'with'].find((name) => values.has(name));
  if (file === undefined) return;
  throw usage(`--${file} makes no sense with --project, which builds the agent itself.`);
}

/** What the user answered beforehand. */
export function answersOf(args: Arguments): Answers {
  const pairs = (args.values.get('answer') ?? []).map((text) => {
    const [, question = '', value = ''] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
    if (Object.hasOwn(QUESTIONS, question)) return [question as ProjectQuestion, value] as const;
    const names = Object.keys(QUESTIONS);
    throw usage(
      `--answer takes QUESTION=VALUE, not "${text}".`,
      didYouMean(nearest(question, names)) ?? `Questions are: ${names.join(', ')}.`,
    );
  });
  return Object.fromEntries(pairs);
}

/** The project in a folder; of several, the one whose own folder it is. */
export async function projectIn(folder: string): Promise<Project> {
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
    `There is no project in ${folder} that Cyclescope knows.`,
    'It looked for a CMakeLists.txt of a Zephyr application, of an MCUXpresso SDK project, of a FreeRTOS program, or of a program for Linux.',
  );
}

/** Refuses while the files leave open, or tell in several ways, what must be known of those questions. */
export function refuseOpen(
  project: Project,
  answers: Answers,
  among: readonly ProjectQuestion[] = CHOICES,
): void {
  const question = openQuestions(project, answers).find((each) => among.includes(each));
  if (question === undefined) return;
  const told = answersTo(project, question);
  const word = QUESTIONS[question];
  if (told.length === 0) {
    throw usage(
      `No file of ${project.title} tells the ${word}.`,
      `Say it: --answer ${question}=VALUE`,
    );
  }
  const choices = told.map(({ value, source }) => `${value} (${source})`).join(', ');
  throw usage(
    `The files of ${project.title} tell several answers for the ${word}: ${choices}.`,
    `Choose one: --answer ${question}=${told[0]?.value ?? 'VALUE'}`,
  );
}

/** Builds the agents of the project that `--project` names, and says what it does. */
export async function buildNamed(
  args: Arguments,
  { cwd, terminal, signal, packageFolder }: Context,
): Promise<{ readonly project: Project; readonly built: BuiltProject }> {
  const answers = answersOf(args);
  const project = await projectIn(resolve(cwd, valueOf(args, 'project') ?? '.'));
  refuseOpen(project, answers);
  const built = await buildProject({
    project,
    answers,
    packageFolder,
    signal,
    onStep: (build, line) => terminal.say(`${build}: ${line}`),
    onLine: (line) => terminal.say(line),
  });
  return { project, built };
}

/** The target on which a built agent runs: the one that is named, or the only one that fits. */
export async function targetOfBuilt(
  args: Arguments,
  context: Context,
  { project, built }: { readonly project: Project; readonly built: BuiltProject },
): Promise<Target> {
  const { boards } = await context.findBoards({ ...context, cwd: project.folder });
  const known = [...boards.map((board) => boardTarget(board)), ...context.targets];
  const fitting = targetsFor(project, built, known);
  const id = valueOf(args, 'target');
  const [first, ...others] = id === undefined ? fitting : fitting.filter((each) => each.id === id);
  if (first && others.length === 0) return first;
  const ids = fitting.map((target) => target.id);
  if (ids.length > 0) {
    const wrong = id === undefined ? '' : `, and "${id}" is none of them`;
    throw usage(
      `What ${project.title} built may run on several targets${wrong}.`,
      `Name one with --target: ${ids.join(', ')}.`,
    );
  }
  throw new EngineError(
    'refused',
    `${project.title} is built, but nothing says how its board is reached.`,
    `Describe the board in the setting cyclescope.boards of its folder${orEmulate(project)}.`,
  );
}

/** A FreeRTOS image must be made for the emulator; a Zephyr build names its board. */
const orEmulate = ({ kind }: Project) =>
  kind === 'cmake-freertos'
    ? '; for QEMU, cyclescope/sdk-integration/cmake/README.md tells which options it needs'
    : '';
