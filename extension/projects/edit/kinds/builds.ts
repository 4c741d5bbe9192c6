import { textOf } from '../../../base';
import { assignments, fieldsIn, parseYaml } from '../../detect';
import type { ProjectBuild, ProjectPlace } from '../place';
import type { ProjectFact, ProjectQuestion } from '../project';

const inBuild = ({ place }: ProjectBuild, name: string) =>
  place === '.' ? name : `${place}/${name}`;

type Answer = readonly [ProjectQuestion, string | undefined, string];

function factsOf(build: ProjectBuild, answers: readonly Answer[]): readonly ProjectFact[] {
  return answers.flatMap(([question, value, file]) =>
    value === undefined ? [] : [{ question, value, source: inBuild(build, file) }],
  );
}

/** Facts from the builds of a Zephyr application: from their runners, then from their configuration. */
export function zephyrBuilds({ builds }: ProjectPlace): readonly ProjectFact[] {
  return builds.flatMap((build) => {
    const runners = fieldsIn(parseYaml(build.near('zephyr/runners.yaml') ?? ''));
    const config = assignments(build.near('zephyr/.config') ?? '');
    const { entry } = build;
    // Since boards have qualifiers, CONFIG_BOARD alone no longer names one.
    const target = config('CONFIG_BOARD_TARGET');
    return factsOf(build, [
      ['probe', runner(runners), 'zephyr/runners.yaml'],
      target === undefined
        ? ['board', entry('BOARD') ?? config('CONFIG_BOARD'), 'CMakeCache.txt']
        : ['board', withRevision(target, config('CONFIG_BOARD_REVISION')), 'zephyr/.config'],
      ['toolchain', entry('ZEPHYR_TOOLCHAIN_VARIANT'), 'CMakeCache.txt'],
    ]);
  });
}

/** `west build -b` takes a revision behind the name: `mimxrt1050_evk@qspi/mimxrt1052`. */
function withRevision(target: string, revision: string | undefined): string {
  if (revision === undefined) return target;
  const [name = '', ...qualifiers] = target.split('/');
  return [name.includes('@') ? name : `${name}@${revision}`, ...qualifiers].join('/');
}

function runner(yaml: Readonly<Record<string, unknown>>): string | undefined {
  const name = textOf(yaml['debug-runner']) ?? textOf(yaml['flash-runner']);
  return name && `runner ${name}`;
}

/** Facts from the builds of an MCUXpresso project. */
export function mcuxBuilds({ builds }: ProjectPlace): readonly ProjectFact[] {
  return builds.flatMap((build) => {
    const { entry } = build;
    return factsOf(build, [
      ['board', entry('board'), 'CMakeCache.txt'],
      ['core', entry('core_id'), 'CMakeCache.txt'],
      ['config', entry('CMAKE_BUILD_TYPE'), 'CMakeCache.txt'],
      ['toolchain', entry('CONFIG_TOOLCHAIN'), 'CMakeCache.txt'],
    ]);
  });
}

/** Facts from the builds of any other CMake project. */
export function cmakeBuilds({ builds }: ProjectPlace): readonly ProjectFact[] {
  return builds.flatMap((build) => {
    const { entry } = build;
    const compiler = entry('CMAKE_TOOLCHAIN_FILE') ?? entry('CMAKE_C_COMPILER');
    return factsOf(build, [
      ['toolchain', compiler, 'CMakeCache.txt'],
      ['config', entry('CMAKE_BUILD_TYPE'), 'CMakeCache.txt'],
    ]);
  });
}
