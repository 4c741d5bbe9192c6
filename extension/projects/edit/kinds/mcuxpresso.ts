import { toFields, toText } from '../../../base';
import type { SetupGap } from '../../../targets';
import {
  unwrapFields,
  MCUX_FILE,
  mcuxTools,
  parseYaml,
  choosePathModule,
  substitute,
} from '../../detect';
import type { CMakeCall } from '../cmake';
import type { ProjectFolder } from '../project-folder';
import type { BuildPlan, ProjectFact, ProjectQuestion } from '../project';
import { COPY } from '../sdk';
import {
  FREERTOS_FILES,
  freertosSources,
  hasCall,
  isProgram,
  LISTS,
  listPresent,
} from './executables';
import {
  boardFacts,
  cmakeBuilds,
  mcuxBuilds,
  PRESET_FILES,
  presetFacts,
  probeFacts,
  versionFacts,
  westFacts,
  findWestCommand,
  findWestTop,
} from './facts';
import { CONF, type Plan, type ProjectKind } from './kind';
import { agentDefinitions, cmakeSteps, toolchainFile, callWest } from './steps';

/** Projects of the MCUXpresso SDK, which west or a preset of CMake's builds. */
export const mcuxpresso: ProjectKind = {
  kind: 'mcuxpresso',
  title: 'MCUXpresso project',
  files: ['prj.conf', 'example.yml', ...PRESET_FILES],
  marks: ['mcuxpresso-tools.json', 'prj.conf'],
  recognise: (project) => {
    const { calls } = project.reading;
    return calls.some(isMcux) ? listPresent(project, ['prj.conf', 'example.yml']) : undefined;
  },
  facts: [mcuxBuilds, toolsFacts, presetFacts, boardFacts, westFacts, probeFacts, versionFacts],
  possibleBoards: exampleFacts,
  needed: ['board'],
  details: (project, facts) => ({
    westTop: findWestTop(project),
    west: findWestCommand(project),
    environment: environment(project, facts),
  }),
  entry: { kind: 'module', list: 'EXTRA_MCUX_MODULES', isBefore: isMcux },
  stepsToBuild: planSteps,
  builtInTargets: /^qemu-freertos-/,
};

/** Projects of the older SDK, without west: plain CMake builds them. */
export const mcuxpressoZip: ProjectKind = {
  kind: 'mcuxpresso-zip',
  title: 'MCUXpresso project',
  files: [...FREERTOS_FILES, ...PRESET_FILES],
  marks: ['mcuxpresso-tools.json', 'FreeRTOSConfig.h'],
  recognise: (project) =>
    isProgram(project) && isZip(project)
      ? [...new Set([LISTS, ...freertosSources(project)])]
      : undefined,
  facts: [cmakeBuilds, toolsFacts, presetFacts, probeFacts, versionFacts],
  needed: ['target'],
  gap: (project) => (freertosSources(project).length === 0 ? NO_FREERTOS : undefined),
  details: (project, facts) => ({ environment: environment(project, facts) }),
  entry: { kind: 'call', os: 'freertos' },
  stepsToBuild: (plan) => {
    const isCross =
      toolchainFile(plan.project) !== undefined || plan.answer('preset') !== undefined;
    // This SDK spells its builds small.
    return isCross
      ? { steps: cmakeSteps(plan, agentDefinitions(plan, 'release')) }
      : { gap: NO_TOOLCHAIN };
  },
  builtInTargets: /^qemu-freertos-/,
};

function isMcux(call: CMakeCall): boolean {
  return (
    hasCall(call, 'include', /\/cmake\/extension\/mcux\.cmake$/) ||
    hasCall(call, 'find_package', /^McuxSDK$/i)
  );
}

/** Projects of the older SDK name themselves in a variable of it, or are kept by NXP's extension. */
function isZip({ reading, near }: ProjectFolder): boolean {
  return (
    reading.calls.some((call) =>
      hasCall(call, 'set', /^(?:MCUX_SDK_PROJECT_NAME|MCUXPRESSO_CMAKE_FORMAT_MAJOR_VERSION)$/),
    ) ||
    near('.vscode/mcuxpresso-tools.json') !== undefined ||
    near('../.vscode/mcuxpresso-tools.json') !== undefined
  );
}

const NO_FREERTOS: SetupGap = {
  what: 'No FreeRTOS was found in this project',
  remedy: 'The agent measures an operating system: add FreeRTOS to the project first.',
};

const NO_TOOLCHAIN: SetupGap = {
  what: 'No file names the CMake toolchain file of this project',
  remedy: 'Build it once as usual, or add a CMakePresets.json.',
};

function planSteps(plan: Plan): BuildPlan {
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
    return { steps: [callWest(plan, options, definitions)] };
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
  what: 'The path of this project contains a space',
  remedy:
    'The MCUXpresso SDK splits lists of files at spaces: move the project to a path without spaces.',
};

const NO_WORKSPACE: SetupGap = {
  what: 'This project is not in a west workspace and has no CMake preset',
  remedy: 'Move it into the workspace of the SDK, or add a CMakePresets.json.',
};

/** The boards and cores that an `example.yml` of the MCUXpresso SDK is made for. */
function exampleFacts({ near }: ProjectFolder): readonly ProjectFact[] {
  const examples = Object.values(unwrapFields(parseYaml(near('example.yml') ?? '')));
  const boards = examples.flatMap((each) => Object.keys(toFields(toFields(each)['boards'])));
  return boards.flatMap((name) => {
    const [board = '', core] = name.split('@');
    const fact = (question: 'board' | 'core', value: string) =>
      ({ question, value, source: 'example.yml' }) as const;
    if (boards.length > 1) return board === '' ? [] : [fact('board', board)];
    return [fact('board', board), ...(core === undefined ? [] : [fact('core', core)])];
  });
}

/** A project's file of MCUXpresso for VS Code, in the spellings of its versions. */
function toolsFacts({ folder, world }: ProjectFolder): readonly ProjectFact[] {
  const tools = mcuxTools(folder, world);
  if (tools === undefined) return [];
  const sdk = toFields(tools['sdk']);
  const answers: readonly (readonly [ProjectQuestion, string | undefined])[] = [
    ['version', toText(sdk['version'])],
    ['board', toText(sdk['boardId'])],
    ['core', stripDeviceSuffix(toText(sdk['coreId']), toText(sdk['deviceId']))],
    ['toolchain', path(toText(tools['toolchainPath']))],
  ];
  return answers.flatMap(([question, value]) =>
    value === undefined ? [] : [{ question, value, source: MCUX_FILE }],
  );

  function path(text: string | undefined): string | undefined {
    const whole = text === undefined ? undefined : substitute(text, { folder, world });
    return whole !== undefined && 'text' in whole ? toText(whole.text) : undefined;
  }
}

/** `cm33_core0_LPC55S16` is the core `cm33_core0` of that device. */
function stripDeviceSuffix(
  core: string | undefined,
  device: string | undefined,
): string | undefined {
  if (core === undefined || device === undefined) return core;
  return core.endsWith(`_${device}`) ? core.slice(0, -device.length - 1) : core;
}

function environment(
  { world }: ProjectFolder,
  facts: readonly ProjectFact[],
): Readonly<Record<string, string>> {
  const { isAbsolute } = choosePathModule(world);
  const toolchain = facts.find(
    ({ question, value }) => question === 'toolchain' && isAbsolute(value) && !isFile(value),
  );
  return toolchain === undefined || world.env['ARMGCC_DIR'] ? {} : { ARMGCC_DIR: toolchain.value };
}

/** A toolchain file of CMake's, or the compiler itself. */
const isFile = (path: string) => /\.cmake$|[-/\\]gcc\.exe$|-gcc$/.test(path);
