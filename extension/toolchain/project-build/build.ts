import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { AgentImage, Bench, ImageBuild } from '../../agent';
import { EngineError } from '../../base';
import { findProgram, searchPath, startPipedGuardian, type VendorProgram } from '../../host';
import {
  type Answers,
  type BuildStep,
  getProjectKind,
  type Project,
  agentsFolder,
  readBuilt,
  stepsToBuild,
} from '../../projects';
import { type AgentFiles, findFittingTargets, type SetupGap } from '../../targets';
import { C_SOURCES, requireCSources } from '../c-sources';
import { describeElf, noteBuildEnd, noteRevision, readProjectRevision } from '../images';
import { projectLinkFailure } from '../link-failure';
import { findRecipe } from '../recipe';

/** A request to build a project that contains the agent, with the project's own build. */
interface ProjectBuildRequest extends StepWatch {
  readonly project: Project;
  readonly answers: Answers;
  /** The folder of Cyclescope's own package.json. */
  readonly packageFolder: string;
  /** Called before each step with its command line. */
  readonly onStep: (build: ImageBuild, line: string) => void;
}

/** The agents that were built, and the benchmarks of the headline one. */
export interface BuiltProject {
  readonly files: Required<AgentFiles>;
  readonly benches: readonly Bench[];
  /** The emulated targets that are built in and on which it would run. */
  readonly emulated: readonly string[];
}

/** A failure is explained from the last lines; a build may print much more before. */
const LINES_KEPT = 2000;

/** Builds the agents for the figures and for the trace, each in a folder of its own. */
export async function buildProject(request: ProjectBuildRequest): Promise<BuiltProject> {
  const { project } = request;
  if (!project.hasAgent) {
    throw refusal({
      what: `The agent is not in ${project.title} yet`,
      remedy: 'Add it with "Add the agent to this project" in the editor, or with cyclescope add.',
    });
  }
  // Both plans are made before anything is built, so that a gap is reported first.
  const plans = { headline: planBuild(request, 'headline'), traced: planBuild(request, 'traced') };
  const env = await recorderEnvironment(request);
  const withRecorder = (steps: readonly BuildStep[]) =>
    steps.map((step) => ({ ...step, env: { ...env, ...step.env } }));
  const agents = agentsFolder(project);
  const revision = await readProjectRevision(project.folder, request.signal);
  const { headline, traced } = await noteOutcome(agents, async () => ({
    headline: await buildOne(request, 'headline', withRecorder(plans.headline)),
    traced: await buildOne(request, 'traced', withRecorder(plans.traced)),
  }));
  const images = [headline, traced].map(({ manifest }) => manifest.sha256);
  await noteRevision(agents, { revision, images });
  const image = { ...headline, elf: await readFile(headline.path) };
  return {
    files: { headline: headline.path, traced: traced.path },
    benches: headline.manifest.benches,
    emulated: findFittingTargets(image),
  };
}

/** Notes how a build ends, so that no run takes an older agent for the new one. */
async function noteOutcome<Result>(folder: string, build: () => Promise<Result>): Promise<Result> {
  const built = await build().catch(async (error: unknown) => {
    if (error instanceof EngineError && error.code !== 'cancelled') {
      // A note that cannot be written must not hide the error.
      await noteBuildEnd(folder, error).catch(() => undefined);
    }
    throw error;
  });
  await noteBuildEnd(folder, undefined);
  return built;
}

function planBuild(
  { project, answers }: ProjectBuildRequest,
  build: ImageBuild,
): readonly BuildStep[] {
  const plan = stepsToBuild(project, build, answers, process.platform);
  if ('gap' in plan) throw refusal(plan.gap);
  return plan.steps;
}

async function buildOne(
  request: ProjectBuildRequest,
  build: ImageBuild,
  steps: readonly BuildStep[],
): Promise<Pick<AgentImage, 'manifest' | 'path'>> {
  const { project, onStep, onLine, signal } = request;
  for (const step of steps) {
    onStep(build, step.line);
    const printed: string[] = [];
    const listen = (line: string) => {
      onLine(line);
      printed.push(line);
      if (printed.length > 2 * LINES_KEPT) printed.splice(0, LINES_KEPT);
    };
    const code = await runStep(step, { onLine: listen, signal });
    if (code !== 0) {
      const links = await projectLinkFailure(printed.join('\n'), project.folder);
      throw links ?? buildFailure(step, code, printed);
    }
  }
  const built = await readBuilt(project, build);
  if ('gap' in built) throw refusal(built.gap);
  const { manifest } = await describeElf(built.elf, project.title, build);
  return { manifest, path: built.elf };
}

function refusal({ what, remedy }: SetupGap): EngineError {
  return new EngineError('refused', `${what}.`, remedy);
}

/** Callbacks for following a build. */
interface StepWatch {
  /** Receives every line that a program prints, without colours. */
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

// Some builds print colours even without a terminal.
const COLOURS = new RegExp(String.raw`\u001b\[[0-9;?]*[A-Za-z]`, 'g');

/** Messages in one language, and file names in any. */
const LANGUAGE = { LC_ALL: 'C.UTF-8' };

/**
 * Runs one step of a build without a shell and gives its exit code. When it is cancelled, or this
 * process dies, everything that the step has started ends with it.
 */
export async function runStep(
  step: BuildStep,
  { onLine, signal }: StepWatch,
): Promise<number | null> {
  if (signal?.aborted) throw cancellation();
  const program = findStepProgram(step);
  const guardian = startPipedGuardian({ remove: [] });
  const end = () => void guardian.end();
  signal?.addEventListener('abort', end, { once: true });
  try {
    const { stdin, stdout, stderr } = guardian.streams;
    stdin.end();
    const read = Promise.all([stdout, stderr].map((stream) => readLines(stream, onLine)));
    const env = { ...LANGUAGE, ...activateEnvironment(program), ...step.env };
    const child = await guardian.run(program, step.args, { env, cwd: step.cwd });
    const { code } = await child.ended;
    await read;
    if (signal?.aborted) throw cancellation();
    return code;
  } catch (error) {
    throw signal?.aborted ? cancellation() : startFailure(error, step);
  } finally {
    signal?.removeEventListener('abort', end);
    await guardian.end();
  }
}

function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    createInterface({ input: stream })
      .on('line', (line) => onLine(line.replace(COLOURS, '')))
      .on('close', resolve);
  });
}

function cancellation(): EngineError {
  return new EngineError('cancelled', 'The build was cancelled.');
}

function startFailure(error: unknown, step: BuildStep): unknown {
  const isMissing = error instanceof Error && error.message === 'ENOENT';
  return isMissing ? makeProgramError(step) : error;
}

/** Python environments for west as in the guides of Zephyr and the MCUXpresso SDK. */
function west(workspace: string): VendorProgram {
  const roots = [`${workspace}/.venv`, `${workspace}/venv`, '~/zephyrproject/.venv'];
  const all = [...roots, '~/.mcuxpressotools/.mcux-venv-*'];
  const unix = all.map((root) => `${root}/bin`);
  const win32 = all.map((root) => `${root}/Scripts`);
  return { names: { linux: 'west' }, folders: { linux: unix, darwin: unix, win32 } };
}

/** Finds a step's program; west may be in the Python environment of its workspace. */
export function findStepProgram({ program, cwd }: Pick<BuildStep, 'program' | 'cwd'>): string {
  if (program !== 'west') return program;
  return findProgram(west(cwd)) ?? program;
}

/** Adds such an environment to PATH, as if it had been activated. */
export function activateEnvironment(
  program: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  if (!isAbsolute(program) || basename(program, '.exe') !== 'west') return {};
  return searchPath(environment, [dirname(program)]);
}

const FOLDERS = 'add its folder to the setting cyclescope.programsFolders.';

const onDebian = (name: string) =>
  process.platform === 'linux' ? `, on Debian with apt-get install ${name},` : '';

/** Instructions for installing the programs that builds start with. */
const REMEDIES: Readonly<Record<string, string>> = {
  west: `Install it with pip install west. If it is in a Python virtual environment, activate that, or ${FOLDERS}`,
  cmake: `Install CMake 3.20 or newer${onDebian('cmake')} or ${FOLDERS}`,
  ninja: `Install Ninja${onDebian('ninja-build')} or ${FOLDERS}`,
  make: `Install GNU make${onDebian('make')} or ${FOLDERS}`,
};

/** The error for a missing program at the start of a build. */
function makeProgramError({ program, line }: Pick<BuildStep, 'program' | 'line'>): EngineError {
  const name = basename(program, '.exe');
  return new EngineError(
    'missing-program',
    `${name} was not found; it is needed to build the project: ${line}`,
    REMEDIES[name] ?? `Install it, add its folder to PATH, or ${FOLDERS}`,
  );
}

/** The variable that names the folder of SEGGER's recorder to the agent's CMake files. */
const VARIABLE = 'CYCLESCOPE_SEGGER_DIR';

/** An agent with the same recorder, whose recipe has its path in the fetched sources. */
const WITH_RECORDER = 'qemu-freertos-m7';
const RECORDER = new RegExp(`^${C_SOURCES}/(systemview-target-[^/]+)/`);

/** Inputs and callbacks for finding the recorder. */
interface RecorderRequest {
  readonly project: Pick<Project, 'kind'>;
  readonly packageFolder: string;
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Passes the path of SEGGER's recorder to the build of a project, and fetches it if it is missing. Zephyr
 * has its own and Linux needs none; if it cannot be fetched, the project may still have its own.
 */
export async function recorderEnvironment(
  { project, packageFolder, onLine, signal }: RecorderRequest,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Readonly<Record<string, string>>> {
  const { hasRecorder = false } = getProjectKind(project);
  if (hasRecorder || environment[VARIABLE] !== undefined) return {};
  const recipe = findRecipe(WITH_RECORDER, packageFolder);
  if (recipe === undefined) return {};
  const crate = recipe.systemIncludes.map((path) => RECORDER.exec(path)?.[1]).find(Boolean);
  try {
    const folder = await requireCSources(recipe, { packageFolder, onMessage: onLine, signal });
    return crate === undefined ? {} : { [VARIABLE]: join(folder, crate, 'lib') };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === 'cancelled') throw error;
    [error.message, error.hint ?? ''].filter((line) => line !== '').forEach(onLine);
    return {};
  }
}

/** Output of builds whose environment is incomplete, and the remedies. */
const KNOWN: readonly (readonly [RegExp, string | ((...found: readonly string[]) => string)])[] = [
  [
    /package configuration file provided by "Zephyr"|ZEPHYR_BASE.*(?:not set|invalid)/,
    'Zephyr was not found. Open a folder inside a west workspace, or set ZEPHYR_BASE.',
  ],
  [
    /package configuration file provided by "Zephyr-sdk"|Unable to find .*toolchain|ZEPHYR_TOOLCHAIN_VARIANT (?:not set|is)/,
    'Zephyr found no toolchain. Install the Zephyr SDK, or set ZEPHYR_TOOLCHAIN_VARIANT and the path that goes with it, such as GNUARMEMB_TOOLCHAIN_PATH.',
  ],
  [
    /GNUARMEMB_TOOLCHAIN_PATH/,
    'Set GNUARMEMB_TOOLCHAIN_PATH to the folder that holds bin/arm-none-eabi-gcc.',
  ],
  [/ARMGCC_DIR/, 'Set ARMGCC_DIR to the folder that holds bin/arm-none-eabi-gcc.'],
  [
    /unknown command "build"|no west (?:workspace|topdir) found|not in a west workspace/i,
    'west can build only inside a workspace: run west init and west update, or set ZEPHYR_BASE.',
  ],
  [
    /No module named '([^']+)'/,
    (_, name = '') =>
      `Python lacks the package ${name}. Install the requirements of Zephyr or of the SDK into the environment in which west runs.`,
  ],
  [
    /unable to find a build program corresponding to "([^"]+)"/,
    (_, name = '') => `${name} was not found. Install it, or add its folder to PATH.`,
  ],
  [
    /No (CMAKE_\w+_COMPILER) could be found|is not a full path to an existing compiler/,
    'The compiler was not found. Install it, or add its folder to PATH.',
  ],
  [/arm-none-eabi-\w+: (?:command )?not found/, 'Install the compiler arm-none-eabi-gcc.'],
  [/CMake (\S+) or higher is required/, (_, version = '') => `Install CMake ${version} or newer.`],
  [/No space left on device/, 'Free some space on the disk.'],
];

const ERROR =
  /(?:^|\s)(?:fatal )?error:\s|^CMake Error|^FATAL ERROR|^ninja: error|undefined reference/;

/** Explains a failed build from its output. */
export function buildFailure(
  { line }: Pick<BuildStep, 'line'>,
  code: number | null,
  printed: readonly string[],
): EngineError {
  const cause = findFirstError(printed);
  const end = code === null ? 'was ended' : `failed with exit code ${code}`;
  const message = `The build ${end}${cause === undefined ? '' : `: ${cause}`}`;
  return new EngineError('build-failed', message, findHint(printed) ?? `The command was: ${line}`);
}

function findHint(printed: readonly string[]): string | undefined {
  const text = printed.join('\n');
  for (const [pattern, hint] of KNOWN) {
    const found = pattern.exec(text);
    if (found) return typeof hint === 'string' ? hint : hint(...found);
  }
  return undefined;
}

/** Finds the first error; CMake prints its details indented on the following lines. */
function findFirstError(printed: readonly string[]): string | undefined {
  const index = printed.findIndex((line) => ERROR.test(line));
  const first = printed[index]?.trim();
  if (first === undefined || !first.startsWith('CMake Error')) return first;
  const rest = printed.slice(index + 1);
  const stop = rest.findIndex((line) => line !== '' && !line.startsWith('  '));
  const words = rest
    .slice(0, stop < 0 ? undefined : stop)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [first.replace(/:$/, ''), words.join(' ')].filter((part) => part !== '').join(': ');
}
