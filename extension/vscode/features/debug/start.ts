import * as vscode from 'vscode';
import { readElf } from '../../../agent';
import { type Fields, toFields, TargetError, toText, toTexts } from '../../../base';

import {
  type BoardSetup,
  findEmulatedMachine,
  isExternal,
  isProbed,
  type QemuMachine,
  requireServer,
  type ServerSetup,
  startDebuggedQemu,
  type Target,
} from '../../../targets';
import { elfPath, findTargetImage, loadImage } from '../../../toolchain';
import { confirm, type Home, type Services, type HomeTarget } from '../../common';
import { type DebugSessions, makeRoom } from '../../services/debug-sessions';
import { type AgentAddresses, hostCommands, findAgentAddresses, stopAt } from './agent-script';

/** The benchmark to debug, with its target. */
export interface DebugSubject extends HomeTarget {
  /** `suite/op` */
  readonly operation: string;
}

/** True if cortex-debug can reach a target at all. */
export function isDebuggable(target: Pick<Target, 'id' | 'board'>): boolean {
  const { board } = target;
  return (board !== undefined && isProbed(board)) || findEmulatedMachine(target) !== undefined;
}

/** Starts cortex-debug on a target's agent, to stop at a benchmark. */
export async function debugBenchmark(
  { images, log, runner }: Services,
  sessions: DebugSessions,
  subject: DebugSubject,
): Promise<void> {
  const { home, target } = subject;
  const request = await resolveRequest(images, subject);
  const { board } = target;
  const machine = findEmulatedMachine(target);
  if (machine !== undefined) return debugEmulator(home, request, machine);
  if (board === undefined) return;
  const measuring = runner.running().some((run) => run.target.id === target.id);
  if (measuring) {
    throw new TargetError(
      'busy',
      `A run is measuring on ${board.title}`,
      'Stop it or wait for it to end. Only one program can use a probe at a time.',
    );
  }
  const base = chooseBase(board, cortexConfigurations(home));
  const yes = vscode.l10n.t('Stop the Session and Debug');
  if (!(await makeRoom(sessions, board, { yes, signal: new AbortController().signal }))) return;
  const isAgreed = await confirm(
    vscode.l10n.t('Debug {0} on {1}?', request.operation, board.title),
    {
      detail: vscode.l10n.t(
        'cortex-debug replaces the firmware on the board with {0}.',
        request.executable,
      ),
      yes: vscode.l10n.t('Debug'),
    },
  );
  if (!isAgreed) return;
  log.info(`Debugging ${request.operation} on ${target.id}`);
  await start(home, deriveDebugConfiguration(base, request));
}

async function resolveRequest(
  images: Services['images'],
  { home, target, operation }: DebugSubject,
): Promise<DebugRequest> {
  const image = await loadImage(await findTargetImage(target, images.folders(home), 'headline'));
  const found = findAgentAddresses(readElf(image.elf), operation);
  if ('addresses' in found)
    return { operation, executable: await elfPath(image), addresses: found.addresses };
  throw new TargetError('bad-image', found.problem, found.hint);
}

/** Our own emulator lives as long as its debug session. */
async function debugEmulator(
  home: Home,
  request: DebugRequest,
  machine: QemuMachine,
): Promise<void> {
  const qemu = await startDebuggedQemu(machine, new AbortController().signal);
  const base = {
    ...findToolchain(cortexConfigurations(home)),
    ...emulatorConfiguration(qemu.address),
  };
  const ending = vscode.debug.onDidTerminateDebugSession(({ configuration }) => {
    if (configuration['gdbTarget'] === qemu.address) void qemu.close();
  });
  void qemu.ended.then(() => ending.dispose());
  try {
    await start(home, deriveDebugConfiguration(base, request));
  } catch (error) {
    await qemu.close();
    throw error;
  }
}

async function start(home: Home, config: Fields & vscode.DebugConfiguration): Promise<void> {
  if (await vscode.debug.startDebugging(home.folder, config)) return;
  throw new TargetError(
    'start-failed',
    'cortex-debug did not start the session',
    'See its output in the Debug Console.',
  );
}

const CORTEX_DEBUG = 'cortex-debug';

/** The user's configurations for cortex-debug that apply to a home. */
function cortexConfigurations({ folder }: Home): readonly Fields[] {
  const launch = vscode.workspace.getConfiguration('launch', folder?.uri);
  const all = launch.get<readonly unknown[]>('configurations') ?? [];
  return all.map(toFields).filter(({ type }) => type === CORTEX_DEBUG);
}

/** The configuration for a board: the user's own if the board came from one. */
function chooseBase(board: BoardSetup, configurations: readonly Fields[]): Fields {
  const own = configurations.find(
    ({ name }) => board.id.startsWith('launch:') && toText(name) === board.title,
  );
  if (own !== undefined) return own;
  const made = boardConfiguration(board);
  if (made !== undefined) return { ...findToolchain(configurations), ...made };
  throw new TargetError(
    'start-failed',
    `cortex-debug cannot start the server of ${board.title}`,
    'Start the server yourself, and debug through gdb://localhost:PORT.',
  );
}

const TOOLCHAIN = ['gdbPath', 'objdumpPath', 'armToolchainPath', 'toolchainPrefix'];

/** The debugger named in the user's configurations, for a board that does not name one. */
function findToolchain(configurations: readonly Fields[]): Fields {
  const [first = {}] = configurations.filter((each) => TOOLCHAIN.some((name) => name in each));
  return Object.fromEntries(
    TOOLCHAIN.flatMap((name) => (name in first ? [[name, first[name]]] : [])),
  );
}

/** A configuration for boards that do not come from a cortex-debug one. */
export function boardConfiguration(board: BoardSetup): Fields | undefined {
  if (!isProbed(board)) return undefined;
  const { server, probe } = board;
  const fields = server === undefined ? undefined : serverFields(server, probe);
  return fields && withoutNothing(fields);
}

/** Undefined if cortex-debug cannot start the server. */
function serverFields(server: ServerSetup, probe: string | undefined): Fields | undefined {
  if (isExternal(server)) {
    return { servertype: 'external', gdbTarget: `${server.host}:${server.port}` };
  }
  const { kind, cortexDebug } = requireServer(server);
  return cortexDebug && { servertype: kind, ...cortexDebug.write(server, probe) };
}

function withoutNothing(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A configuration for the built-in emulator, whose fields differ from other servers'. */
export function emulatorConfiguration(address: string): Fields {
  return {
    servertype: 'external',
    gdbTarget: address,
    overrideLaunchCommands: ['monitor system_reset', 'load', 'monitor system_reset'],
    overrideResetCommands: ['monitor system_reset'],
  };
}

/** The benchmark at which a debug session stops. */
interface DebugRequest {
  /** `suite/op` */
  readonly operation: string;
  /** The agent's ELF file. */
  readonly executable: string;
  readonly addresses: AgentAddresses;
}

/** A configuration for cortex-debug. */
interface DebugConfiguration extends Fields {
  readonly type: 'cortex-debug';
  readonly name: string;
  readonly request: 'launch';
}

/**
 * Fields for the user's own program only: its files, tasks and breakpoints, and its RTT and SWO,
 * which would search for channels that an agent does not have.
 */
const OF_USERS_PROGRAM: readonly string[] = [
  'loadFiles',
  'symbolFiles',
  'rttConfig',
  'swoConfig',
  'graphConfig',
  'chainedConfigurations',
  'runToEntryPoint',
  'runToMain',
  'breakAfterReset',
  'noDebug',
  'postStartSessionCommands',
  'postRestartSessionCommands',
  'postResetSessionCommands',
  'preLaunchTask',
  'postDebugTask',
  'presentation',
];

const PLATFORMS = ['windows', 'linux', 'osx'] as const;

/** Derives a configuration that stops at a benchmark of an agent; the user's stays unchanged. */
export function deriveDebugConfiguration(base: Fields, request: DebugRequest): DebugConfiguration {
  const { operation, executable, addresses } = request;
  const kept = without(base, OF_USERS_PROGRAM);
  const stop = stopAt(addresses);
  const ours = {
    executable,
    postLaunchCommands: [
      ...toTexts(base['postLaunchCommands']),
      ...hostCommands(addresses, `run ${runArguments(operation)}`),
      stop,
    ],
    postResetCommands: [...toTexts(base['postResetCommands']), stop],
  };
  // Platform sections override the rest, so they must not name the user's program either.
  const sections = PLATFORMS.flatMap((platform) => {
    const section = toFields(base[platform]);
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
