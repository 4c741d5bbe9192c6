import type { TargetErrorCode } from '../../../extension/targets/target';
import type { Otherwise, Way } from './boards';
import { cancel, killServer, misplaceOffset, overwriteChannel, rigDoes } from './deeds';
import type { Plan, Scene } from './scene';
import type { Cue } from './stage';

/** The images of these tests: one that works, one whose channels nobody finds, and two that are no agents. */
export type ImageName = 'firmware' | 'stranger' | 'other architecture' | 'no control block';

type Deed = (scene: Scene) => unknown;

/** One fault, and what is said of it. */
export interface Row {
  readonly name: string;
  readonly way: Way;
  readonly code: TargetErrorCode;
  readonly message: RegExp;
  /** Absent where there is nothing to try. */
  readonly hint?: RegExp;
  /** Done before the board is opened. */
  readonly before?: Deed;
  /** Done while it is opened, or while it measures. */
  readonly cue?: Cue<Scene>;
  /** Done to an open board, which is asked something afterwards. */
  readonly idle?: Deed;
  readonly otherwise?: (takenPort: number) => Otherwise;
  readonly limits?: Plan['limits'];
  readonly image?: ImageName;
  /** What stays untouched: all of the target's memory, or even its debug port. */
  readonly untouched?: 'memory' | 'port';
}

const [vanish, reset, lockUp] = (['vanish', 'reset', 'lock-up'] as const).map((fault) =>
  rigDoes({ do: fault }),
) as [Deed, Deed, Deed];
const [wait, fault, parity, silent] = (['wait', 'fault', 'parity', 'silent'] as const).map((kind) =>
  rigDoes({ do: kind }),
) as [Deed, Deed, Deed, Deed];
const slow = rigDoes({ do: 'slow', delayMs: 150 });
/** Below what pyOCD's own client waits for. */
const slowForPyOcd = rigDoes({ do: 'slow', delayMs: 60 });
const becomeM0 = rigDoes({ do: 'identify', dpidr: 0x2ba01477, cpuid: 0x410cc601 });
const overwrite = (scene: Scene) => overwriteChannel(scene, 1);
const misplace = (scene: Scene) => misplaceOffset(scene, 1);
const misplaceStream = (scene: Scene) => misplaceOffset(scene, 2);

const cancelled = { code: 'cancelled', message: /^Opening board:rig was cancelled$/ } as const;
const interrupted = { code: 'cancelled', message: /^Interrupted\.$/ } as const;
const destroyed = {
  code: 'target-gone',
  hint: /crashed, was reset from outside, or wrote over its own memory/,
} as const;
const killed = { code: 'start-failed', hint: /Someone ended it/ } as const;
const wires = { hint: /powered.*lower speed/s } as const;
const soon = { limits: { agent: 800 } };
const [starting, deploying, waiting, measuring] = (
  ['starting', 'deploying', 'waiting', 'measuring'] as const
).map((at) => (deed: Deed) => ({ at, deed })) as [At, At, At, At];
type At = (deed: Deed) => Cue<Scene>;

const openOcd: readonly Omit<Row, 'way'>[] = [
  {
    ...{ name: 'killed while it starts', cue: starting(killServer), ...killed },
    message: /^OpenOCD ended by SIGKILL$/,
  },
  {
    name: 'ends between its readiness and the first connection',
    otherwise: () => ({ openocd: { commands: ['init', 'shutdown'] } }),
    ...{ code: 'start-failed', message: /^OpenOCD ended with exit code 0/ },
    hint: /how it is started \(this test\)/,
  },
  {
    ...{ name: 'killed while the image is written', cue: deploying(killServer), ...killed },
    message: /^OpenOCD ended by SIGKILL$/,
  },
  {
    ...{ name: 'killed while the agent is looked for', cue: waiting(killServer), ...killed },
    message: /^OpenOCD ended by SIGKILL$/,
  },
  {
    ...{ name: 'killed while the agent measures', cue: measuring(killServer) },
    ...{ code: 'target-gone', message: /^OpenOCD ended by SIGKILL$/, hint: /Someone ended it/ },
  },
  {
    ...{ name: 'no program', otherwise: () => ({ openocd: { program: '/nowhere/openocd' } }) },
    ...{ code: 'missing-program', message: /^\/nowhere\/openocd is not there$/ },
    ...{ hint: /Install it/, untouched: 'port' },
  },
  {
    name: 'its port is taken',
    otherwise: (port) => ({ openocd: { commands: [`gdb_port ${port}`] } }),
    ...{ code: 'start-failed', message: /^TCP port \d+, which OpenOCD was to use, is taken$/ },
    ...{ hint: /set a port of its own/, untouched: 'memory' },
  },
  {
    ...{ name: 'never ready', limits: { ready: 700 } },
    otherwise: () => ({ openocd: { commands: ['sleep 60000'] } }),
    ...{ code: 'start-failed', message: /^OpenOCD was not ready within 0\.7 s$/ },
    ...{ hint: /^It said: /, untouched: 'memory' },
  },
  {
    ...{ name: 'no probe', before: vanish, code: 'start-failed' },
    ...{ message: /^OpenOCD found no debug probe$/, hint: /Is it plugged in/ },
  },
  {
    ...{ name: 'the probe is lost while the image is written', cue: deploying(vanish) },
    ...{ code: 'target-gone', message: /debug probe does not answer OpenOCD any more/ },
    hint: /unplugged/,
  },
  {
    ...{ name: 'the probe is lost while the agent measures', cue: measuring(vanish) },
    ...{ code: 'target-gone', message: /debug probe does not answer OpenOCD any more/ },
    hint: /unplugged/,
  },
  {
    ...{ name: 'the probe is lost between two runs', idle: vanish },
    ...{ code: 'target-gone', message: /debug probe does not answer OpenOCD any more/ },
    hint: /unplugged/,
  },
  {
    ...{ name: 'the target resets itself', cue: measuring(reset), code: 'target-gone' },
    ...{ message: /^The target was reset while its agent ran/, hint: /watchdogs/ },
  },
  {
    ...{ name: 'the core locks up before its agent answers', cue: waiting(lockUp), ...soon },
    ...{ code: 'target-gone', message: /^The core locked up/, hint: /debugger/ },
  },
  {
    ...{ name: 'the core locks up while the agent measures', cue: measuring(lockUp) },
    ...{ code: 'target-gone', message: /^The core locked up/, hint: /debugger/ },
  },
  {
    ...{ name: 'another device', before: becomeM0, code: 'bad-image', untouched: 'memory' },
    message: /it was built for Armv7E-M, and the core is a Cortex-M0\+/,
    hint: /choose the board/,
  },
  {
    ...{ name: 'an image of another architecture', image: 'other architecture' },
    ...{ code: 'bad-image', message: /it is for machine 62, not for Arm/ },
    ...{ hint: /Build it again/, untouched: 'port' },
  },
  {
    ...{ name: 'an image without a control block', image: 'no control block' },
    ...{ code: 'bad-image', message: /it has no symbol _SEGGER_RTT/ },
    ...{ hint: /link Cyclescope’s agent/, untouched: 'port' },
  },
  {
    name: 'an image that does not fit',
    otherwise: () => ({ board: { ram: [{ start: 0, end: 0x100 }] } }),
    ...{ code: 'bad-image', message: /cannot be deployed: .*0x/, untouched: 'memory' },
    hint: /Link it for the memory of this device/,
  },
  {
    ...{ name: 'the agent is not found', image: 'stranger', ...soon, code: 'no-agent' },
    message:
      /^The image runs, but no agent answers after 0\.8 s: .*no up channel is named "cyclescope"/,
    hint: /Is it an agent/,
  },
  {
    ...{ name: 'the control block is overwritten', idle: overwrite, ...destroyed },
    message: /destroyed its RTT control block: channel "cyclescope" of 512 bytes now says size 0/,
  },
  {
    ...{ name: 'an offset beyond its ring', idle: misplace, ...destroyed },
    message: /channel "cyclescope" of 512 bytes now says size 512, write offset 268435455/,
  },
  {
    ...{ name: 'a storm of WAIT at the start', cue: starting(wait), code: 'start-failed' },
    ...{ message: /^OpenOCD ended with exit code 1/, hint: /connected and powered/ },
  },
  {
    ...{ name: 'a storm of WAIT while the image is written', cue: deploying(wait) },
    ...{ code: 'deploy-failed', message: /^The agent could not be written: OpenOCD did not/ },
    hint: /^OpenOCD said: .*failed/,
  },
  {
    ...{ name: 'a storm of WAIT while the agent measures', cue: measuring(wait) },
    ...{ code: 'target-gone', message: /^The target does not answer any more: OpenOCD did not/ },
    hint: /^OpenOCD said: .*failed/,
  },
  {
    ...{ name: 'FAULT while the agent is looked for', cue: waiting(fault), ...soon },
    ...{ code: 'target-gone', message: /^The target does not answer any more: OpenOCD did not/ },
    hint: /^OpenOCD said: .*failed/i,
  },
  {
    ...{ name: 'no power while the agent measures', cue: measuring(silent), code: 'target-gone' },
    ...{ message: /^The debug probe is there, but the target does not answer$/, ...wires },
  },
  {
    ...{ name: 'slow answers before it is ready', before: slow, limits: { ready: 700 } },
    ...{ code: 'start-failed', message: /^OpenOCD was not ready within 0\.7 s$/ },
    hint: /^It said: /,
  },
  {
    ...{ name: 'slow answers while the agent is looked for', cue: waiting(slow), ...soon },
    ...{ code: 'no-agent', message: /no agent answers after 0\.8 s/, hint: /Is it an agent/ },
  },
  { name: 'cancelled while it starts', cue: starting(cancel), ...cancelled },
  { name: 'cancelled while the image is written', cue: deploying(cancel), ...cancelled },
  { name: 'cancelled while the agent is looked for', cue: waiting(cancel), ...cancelled },
  { name: 'cancelled while the agent measures', cue: measuring(cancel), ...interrupted },
];

const busPirate: readonly Omit<Row, 'way'>[] = [
  {
    ...{ name: 'parity errors at the start', before: parity, code: 'start-failed' },
    ...{ message: /^The debug probe is there, but the target does not answer$/, ...wires },
  },
  {
    ...{ name: 'parity errors while the image is written', cue: deploying(parity) },
    ...{ code: 'start-failed', ...wires },
    message: /^The debug probe is there, but the target does not answer$/,
  },
];

const pyOcd: readonly Omit<Row, 'way'>[] = [
  {
    ...{ name: 'killed while the agent is looked for', cue: waiting(killServer), ...killed },
    message: /^pyOCD ended by SIGKILL$/,
  },
  {
    ...{ name: 'killed while the agent measures', cue: measuring(killServer) },
    ...{ code: 'target-gone', message: /^pyOCD ended by SIGKILL$/, hint: /Someone ended it/ },
  },
  {
    ...{ name: 'no probe', before: vanish, code: 'start-failed' },
    message: /^The remote debug probe remote:127\.0\.0\.1:\d+ does not answer$/,
    hint: /Is its server running there/,
  },
  {
    ...{ name: 'slow answers before it is ready', before: slowForPyOcd, limits: { ready: 1500 } },
    ...{ code: 'start-failed', message: /^pyOCD was not ready within 1\.5 s$/, hint: /./ },
  },
  {
    ...{ name: 'the probe is lost while the agent measures', cue: measuring(vanish) },
    ...{ code: 'target-gone', message: /does not answer/, hint: /connected|unplugged/ },
  },
  {
    ...{ name: 'the target resets itself', cue: measuring(reset), code: 'target-gone' },
    ...{ message: /changed behind our back/, hint: /The target was reset/ },
  },
  {
    ...{ name: 'the core locks up while the agent measures', cue: measuring(lockUp) },
    ...{ code: 'target-gone', message: /^The core locked up/, hint: /debugger/ },
  },
  {
    ...{ name: 'an offset beyond its ring', cue: measuring(misplaceStream), ...destroyed },
    message: /channel "SysView" of 65536 bytes now says size 65536, write offset 268435455/,
  },
  {
    ...{ name: 'a storm of WAIT at the start', cue: starting(wait), code: 'start-failed' },
    message: /^The debug probe is there, but the target does not answer$/,
    hint: /powered and connected/,
  },
  {
    ...{ name: 'FAULT while the agent measures', cue: measuring(fault), ...wires },
    ...{
      code: 'target-gone',
      message: /^The connection to the agent broke: pyOCD did not read 0x/,
    },
  },
  { name: 'cancelled while the image is written', cue: deploying(cancel), ...cancelled },
  { name: 'cancelled while the agent measures', cue: measuring(cancel), ...interrupted },
];

/** Every fault through every server where it differs. */
export const ROWS: readonly Row[] = [
  ...openOcd.map((row) => ({ ...row, way: 'OpenOCD' as const })),
  ...busPirate.map((row) => ({ ...row, way: 'a Bus Pirate' as const })),
  ...pyOcd.map((row) => ({ ...row, way: 'pyOCD' as const })),
];
