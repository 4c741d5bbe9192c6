import {
  becomeM0,
  cancel,
  fault,
  killServer,
  lockUp,
  misplaceOffset,
  overwriteChannel,
  parity,
  reset,
  rigDoes,
  silent,
  vanish,
  wait,
} from './deeds';
import {
  cancelled,
  deploying,
  destroyed,
  interrupted,
  killed,
  measuring,
  starting,
  type FaultRow,
  waiting,
  wires,
} from './row';
import type { Scene } from './scene';

const slow = rigDoes({ do: 'slow', delayMs: 150 });
const overwrite = (scene: Scene) => overwriteChannel(scene, 1);
const misplace = (scene: Scene) => misplaceOffset(scene, 1);
/** How long an agent is looked for that will not be found. */
const soon = { limits: { agent: 800 } };

/** Faults of a target behind OpenOCD and an ST-LINK. */
export const OPENOCD_ROWS: readonly FaultRow[] = [
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
    ...{ code: 'deploy-failed', ...wires },
    message: /^The target stopped answering while the agent was written: OpenOCD did not/,
  },
  {
    ...{ name: 'FAULT while the image is written', cue: deploying(fault), ...wires },
    ...{ code: 'deploy-failed', message: /^The target stopped answering while the agent was/ },
  },
  {
    ...{ name: 'slow answers while the image is written', cue: deploying(slow) },
    limits: { deploy: 1000, bytesPerSecond: 1e9 },
    ...{
      code: 'deploy-failed',
      message: /^\d+ bytes were not written and verified within 1(\.1)? s$/,
    },
    hint: /higher speed/,
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

/** Faults on the wires of SWD. */
export const BUS_PIRATE_ROWS: readonly FaultRow[] = [
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
