import type { ImageBuild } from '../../agent';
import { quoted } from '../../base';
import type { SetupGap } from '../../targets';
import { answerOf, openQuestions, QUESTIONS } from './facts';
import { CONF } from './kinds';
import type { Answers, BuildPlan, BuildStep, Project } from './project';
import { COPY } from './sdk';

/** Where a build lies, inside the project's folder and with slashes, as CMake and west take it everywhere. */
export const buildFolder = (build: ImageBuild) => `build/cyclescope/${build}`;

/** How CMake is asked beforehand to tell afterwards what it built, inside the build's folder. */
const QUERY = '.cmake/api/v1/query/client-cyclescope';

interface Plan {
  readonly project: Project;
  readonly build: ImageBuild;
  readonly answer: (question: Parameters<typeof answerOf>[1]) => string | undefined;
  readonly platform: NodeJS.Platform;
}

/** The programs that build a project with the agent in it, by the project's own way. */
export function stepsToBuild(
  project: Project,
  build: ImageBuild,
  answers: Answers,
  platform: NodeJS.Platform,
): BuildPlan {
  const [gap] = project.gaps;
  if (gap !== undefined) return { gap };
  const [open] = openQuestions(project, answers);
  if (open !== undefined) {
    return { gap: { what: `The ${QUESTIONS[open]} is not decided`, remedy: 'Choose one.' } };
  }
  const answer: Plan['answer'] = (question) => answerOf(project, question, answers);
  const plan: Plan = { project, build, answer, platform };
  if (project.kind === 'zephyr') return { steps: [west(plan, [], zephyrDefinitions(plan))] };
  if (project.kind === 'mcuxpresso' && project.isZipLayout !== true) return mcuxPlan(plan);
  const isCross = toolchainFile(project) !== undefined || answer('preset') !== undefined;
  if (project.isZipLayout === true && !isCross) return { gap: NO_TOOLCHAIN };
  return { steps: cmakeSteps(plan, agentDefinitions(plan)) };
}

const NO_TOOLCHAIN: SetupGap = {
  what: 'Nothing tells which toolchain file of CMake this project is built with',
  remedy: 'Build it once as you always do, or give it a CMakePresets.json.',
};

/** The toolchain file that earlier builds were given. */
function toolchainFile({ facts }: Project): string | undefined {
  return facts.find(({ question, value }) => question === 'toolchain' && /\.cmake$/.test(value))
    ?.value;
}

/**
 * The file is named relative to the application's folder, since Zephyr takes a list apart at its
 * blanks. The snippet moves an emulated board's memory to where the host reads it.
 */
function zephyrDefinitions({ project, build }: Plan): readonly string[] {
  const { shield, snippets = [] } = project;
  return [
    ...(shield === undefined ? [] : [`-DSHIELD=${shield}`]),
    `-DSNIPPET=${[...snippets, 'cyclescope'].join(';')}`,
    `-DEXTRA_CONF_FILE=${CONF}`,
    // The recorder is a choice of Zephyr's, which no module can make.
    ...(build === 'traced' ? ['-DCONFIG_CYCLESCOPE_TRACED=y', '-DCONFIG_SEGGER_SYSTEMVIEW=y'] : []),
  ];
}

function mcuxPlan(plan: Plan): BuildPlan {
  const { project, answer } = plan;
  if (/\s/.test(project.folder)) return { gap: BLANK };
  const config = answer('config');
  const core = answer('core');
  const definitions = [mcuxConf(plan), ...(core === undefined ? [] : [`-Dcore_id=${core}`])];
  if (project.westTop !== undefined) {
    const options = [
      ...(config === undefined ? [] : ['--config', config]),
      '--toolchain',
      'armgcc',
    ];
    return { steps: [west(plan, options, definitions)] };
  }
  const preset = answer('preset');
  return preset === undefined ? { gap: NO_WORKSPACE } : { steps: cmakeSteps(plan, definitions) };
}

/** The SDK replaces the variable itself, and reads these files behind the project's own `prj.conf`. */
function mcuxConf({ build }: Plan): string {
  const traced = `${COPY}/sdk-integration/mcuxpresso/traced.conf`;
  const names = build === 'traced' ? [CONF, traced] : [CONF];
  return `-DCONF_FILE=${names.map((name) => `\${CMAKE_SOURCE_DIR}/${name}`).join(' ')}`;
}

const BLANK: SetupGap = {
  what: 'The folder of this project has a blank in its path',
  remedy: 'The MCUXpresso SDK takes lists of files apart at blanks: move the project elsewhere.',
};

const NO_WORKSPACE: SetupGap = {
  what: 'This project lies in no workspace of west, and no CMake preset builds it',
  remedy: 'Move it into the workspace of the SDK, or give it a CMakePresets.json.',
};

/** West as an earlier build called it, which may have been one of a virtual environment. */
function west(plan: Plan, options: readonly string[], definitions: readonly string[]): BuildStep {
  const { project, build, answer } = plan;
  const [program = 'west', ...first] = project.west ?? [];
  const args = [
    'build',
    '-p',
    'auto',
    '-b',
    answer('board') ?? '',
    ...options,
    '-d',
    buildFolder(build),
    '.',
    '--',
    ...definitions,
  ];
  const step = stepOf(plan, 'west', args);
  return { ...step, program, args: [...first, ...args] };
}

function agentDefinitions({ project, build, answer }: Plan): readonly string[] {
  const toolchain = toolchainFile(project);
  const isPreset = answer('preset') !== undefined;
  return [
    '-DCYCLESCOPE=ON',
    `-DCYCLESCOPE_TRACED=${build === 'traced' ? 'ON' : 'OFF'}`,
    ...(toolchain !== undefined && !isPreset ? [`-DCMAKE_TOOLCHAIN_FILE=${toolchain}`] : []),
    ...(isPreset ? [] : [`-DCMAKE_BUILD_TYPE=${answer('config') ?? defaultConfig(project)}`]),
  ];
}

/** Figures of a program that was not optimised say little; the older SDK spells its builds small. */
const defaultConfig = ({ isZipLayout = false }: Project) => (isZipLayout ? 'release' : 'Release');

function cmakeSteps(plan: Plan, definitions: readonly string[]): readonly BuildStep[] {
  const { build, answer } = plan;
  const folder = buildFolder(build);
  const preset = answer('preset');
  const target = answer('target');
  return [
    stepOf(plan, 'cmake', ['-E', 'make_directory', `${folder}/${QUERY}`]),
    stepOf(plan, 'cmake', ['-E', 'touch', `${folder}/${QUERY}/codemodel-v2`]),
    stepOf(plan, 'cmake', [
      ...(preset === undefined ? [] : ['--preset', preset]),
      '-S',
      '.',
      '-B',
      folder,
      ...definitions,
    ]),
    stepOf(plan, 'cmake', [
      '--build',
      folder,
      ...(target === undefined || target.includes('$') ? [] : ['--target', target]),
    ]),
  ];
}

function stepOf({ project, platform }: Plan, program: string, args: readonly string[]): BuildStep {
  const word = platform === 'win32' ? quotedForWindows : quoted;
  const line = [program, ...args.map(word)].join(' ');
  return { line, program, args, cwd: project.folder, env: project.environment };
}

/** A word as the command prompt reads it back. */
function quotedForWindows(word: string): string {
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
}
