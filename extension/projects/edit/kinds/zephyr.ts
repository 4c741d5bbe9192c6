import type { SetupGap } from '../../../targets';
import type { CMakeCall } from '../cmake';
import type { ProjectFolder } from '../project-folder';
import type { Project, ProjectFact } from '../project';
import { hasCall, listPresent } from './executables';
import {
  boardFacts,
  findCachedValue,
  PRESET_FILES,
  presetFacts,
  probeFacts,
  versionFacts,
  westFacts,
  findWestCommand,
  findWestTop,
  zephyrBuilds,
} from './facts';
import { CONF, type Plan, type ProjectKind } from './kind';
import { callWest } from './steps';

export const zephyr: ProjectKind = {
  kind: 'zephyr',
  title: 'Zephyr application',
  files: ['prj.conf', 'west.yml', ...PRESET_FILES],
  marks: ['prj.conf', 'west.yml'],
  recognise: (project) => {
    const { calls } = project.reading;
    return calls.some(isZephyr) ? listPresent(project, ['prj.conf', 'west.yml']) : undefined;
  },
  facts: [zephyrBuilds, presetFacts, boardFacts, westFacts, probeFacts, versionFacts],
  needed: ['board'],
  gap: (_, facts) => tooOld(facts),
  details: (project) => ({
    westTop: findWestTop(project),
    west: findWestCommand(project),
    ...extras(project),
    environment: environment(project),
  }),
  entry: { kind: 'module', list: 'EXTRA_ZEPHYR_MODULES', isBefore: isZephyr },
  stepsToBuild: (plan) => ({ steps: [callWest(plan, [], definitions(plan))] }),
  builtInTargets: /^qemu-zephyr-/,
  hasRecorder: true,
};

function isZephyr(call: CMakeCall): boolean {
  return (
    hasCall(call, 'find_package', /^Zephyr$/) || hasCall(call, 'include', /boilerplate\.cmake$/)
  );
}

/** The oldest Zephyr that the agent is built with. */
const OLDEST = [3, 4] as const;

function tooOld(facts: readonly ProjectFact[]): SetupGap | undefined {
  const version = facts.find(({ question }) => question === 'version');
  const [major = 0, minor = 0] = version?.value.split('.').map(Number) ?? OLDEST;
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return {
    what: `Zephyr ${version?.value} is too old (${version?.source})`,
    remedy: `The agent needs Zephyr ${OLDEST.join('.')} or newer.`,
  };
}

/** Variables that Zephyr's builds read from the environment and store. */
const ZEPHYR = ['ZEPHYR_TOOLCHAIN_VARIANT', 'GNUARMEMB_TOOLCHAIN_PATH', 'ZEPHYR_SDK_INSTALL_DIR'];

/** The user's own environment takes precedence. */
function environment(project: ProjectFolder): Readonly<Record<string, string>> {
  const names = ['ZEPHYR_BASE', ...ZEPHYR];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = findCachedValue(project, name);
      return value === undefined || project.world.env[name] ? [] : [[name, value] as const];
    }),
  );
}

/** Additions to the application on the command line of an earlier Zephyr build. */
function extras(project: ProjectFolder): Pick<Project, 'shield' | 'snippets'> {
  const snippets = findCachedValue(project, 'CACHED_SNIPPET')?.split(/[;\s]+/) ?? [];
  return {
    shield: findCachedValue(project, 'CACHED_SHIELD'),
    snippets: snippets.filter((name) => name !== 'cyclescope'),
  };
}

/**
 * The file is named relative to the application's folder, since Zephyr takes a list apart at its
 * blanks. The snippet moves an emulated board's memory to where the host reads it.
 */
function definitions({ project, build }: Plan): readonly string[] {
  const { shield, snippets = [] } = project;
  return [
    ...(shield === undefined ? [] : [`-DSHIELD=${shield}`]),
    `-DSNIPPET=${[...snippets, 'cyclescope'].join(';')}`,
    `-DEXTRA_CONF_FILE=${CONF}`,
    // The recorder is a choice of Zephyr's, which no module can make.
    ...(build === 'traced' ? ['-DCONFIG_CYCLESCOPE_TRACED=y', '-DCONFIG_SEGGER_SYSTEMVIEW=y'] : []),
  ];
}
