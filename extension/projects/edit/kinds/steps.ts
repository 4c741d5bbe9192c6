import type { ImageBuild } from '../../../agent';
import { quoteForShell } from '../../../base';
import type { BuildStep, Project } from '../project';
import type { Plan } from './kind';

/** The build folder inside the project's folder, with slashes, which CMake and west accept everywhere. */
export const buildFolder = (build: ImageBuild) => `build/cyclescope/${build}`;

/** The query, in the build's folder, that makes CMake report what it built. */
const QUERY = '.cmake/api/v1/query/client-cyclescope';

/** The toolchain file that earlier builds were given. */
export function toolchainFile({ facts }: Project): string | undefined {
  return facts.find(({ question, value }) => question === 'toolchain' && /\.cmake$/.test(value))
    ?.value;
}

/** West as an earlier build called it, which may have been one of a virtual environment. */
export function callWest(
  plan: Plan,
  options: readonly string[],
  definitions: readonly string[],
): BuildStep {
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
  const step = makeStep(plan, 'west', args);
  return { ...step, program, args: [...first, ...args] };
}

/** A release build: figures of a program that is not optimised mean little. */
export function agentDefinitions(
  { project, build, answer }: Plan,
  usualConfig = 'Release',
): readonly string[] {
  const toolchain = toolchainFile(project);
  const isPreset = answer('preset') !== undefined;
  return [
    '-DCYCLESCOPE=ON',
    `-DCYCLESCOPE_TRACED=${build === 'traced' ? 'ON' : 'OFF'}`,
    ...(toolchain !== undefined && !isPreset ? [`-DCMAKE_TOOLCHAIN_FILE=${toolchain}`] : []),
    ...(isPreset ? [] : [`-DCMAKE_BUILD_TYPE=${answer('config') ?? usualConfig}`]),
  ];
}

export function cmakeSteps(plan: Plan, definitions: readonly string[]): readonly BuildStep[] {
  const { build, answer } = plan;
  const folder = buildFolder(build);
  const preset = answer('preset');
  const target = answer('target');
  return [
    makeStep(plan, 'cmake', ['-E', 'make_directory', `${folder}/${QUERY}`]),
    makeStep(plan, 'cmake', ['-E', 'touch', `${folder}/${QUERY}/codemodel-v2`]),
    makeStep(plan, 'cmake', [
      ...(preset === undefined ? [] : ['--preset', preset]),
      '-S',
      '.',
      '-B',
      folder,
      ...definitions,
    ]),
    makeStep(plan, 'cmake', [
      '--build',
      folder,
      ...(target === undefined || target.includes('$') ? [] : ['--target', target]),
    ]),
  ];
}

function makeStep(
  { project, platform }: Plan,
  program: string,
  args: readonly string[],
): BuildStep {
  const word = platform === 'win32' ? quoteForWindows : quoteForShell;
  const line = [program, ...args.map(word)].join(' ');
  return { line, program, args, cwd: project.folder, env: project.environment };
}

/** A word as the command prompt reads it back. */
function quoteForWindows(word: string): string {
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
}
