import { fieldsOf, textsOf, type Fields } from '../../targets/detect/values';
import { type AgentPlaces, hostCommands, stopAt } from './agent-script';

/** The benchmark that a debug session shall stop at. */
export interface DebugWish {
  /** `suite/op` */
  readonly operation: string;
  /** The agent's ELF file. */
  readonly executable: string;
  readonly places: AgentPlaces;
}

/** A configuration for cortex-debug. */
export interface DebugConfiguration extends Fields {
  readonly type: 'cortex-debug';
  readonly name: string;
  readonly request: 'launch';
}

/**
 * What belongs to the user's own program alone: its files, tasks and breakpoints, and its RTT and
 * SWO, which would look for channels that an agent does not have.
 */
const OF_USERS_PROGRAM: readonly string[] = [
  ...['loadFiles', 'symbolFiles', 'rttConfig', 'swoConfig', 'graphConfig', 'chainedConfigurations'],
  ...['runToEntryPoint', 'runToMain', 'breakAfterReset', 'noDebug', 'postStartSessionCommands'],
  ...['postRestartSessionCommands', 'postResetSessionCommands'],
  ...['preLaunchTask', 'postDebugTask', 'presentation'],
];

const PLATFORMS = ['windows', 'linux', 'osx'] as const;

/** The user's configuration, made to stop at a benchmark of an agent; it stays as it is itself. */
export function deriveDebugConfiguration(base: Fields, wish: DebugWish): DebugConfiguration {
  const { operation, executable, places } = wish;
  const kept = without(base, OF_USERS_PROGRAM);
  const stop = stopAt(places);
  const ours = {
    executable,
    postLaunchCommands: [
      ...textsOf(base['postLaunchCommands']),
      ...hostCommands(places, `run ${runArguments(operation)}`),
      stop,
    ],
    postResetCommands: [...textsOf(base['postResetCommands']), stop],
  };
  // What is meant for one platform wins over the rest, so it must not name the user's program either.
  const sections = PLATFORMS.flatMap((platform) => {
    const section = fieldsOf(base[platform]);
    const names = [...OF_USERS_PROGRAM, ...Object.keys(ours)];
    return platform in base ? [[platform, without(section, names)] as const] : [];
  });
  return {
    ...kept,
    ...Object.fromEntries(sections),
    ...ours,
    type: 'cortex-debug',
    request: 'launch',
    name: `Cyclescope: ${operation}`,
  };
}

function runArguments(operation: string): string {
  const [suite = '', op = ''] = operation.split('/');
  return `${suite} op=${op}`;
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
