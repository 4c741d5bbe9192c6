import {
  becomeM0,
  cancel,
  fault,
  killServer,
  lockUp,
  misplaceOffset,
  reset,
  rigDoes,
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

/** Below what pyOCD's own client waits for. */
const slow = rigDoes({ do: 'slow', delayMs: 60 });
const misplaceStream = (scene: Scene) => misplaceOffset(scene, 2);

/** Faults of a target behind pyOCD. */
export const PYOCD_ROWS: readonly FaultRow[] = [
  {
    ...{ name: 'killed while it starts', cue: starting(killServer), ...killed },
    message: /^pyOCD ended by SIGKILL$/,
  },
  {
    ...{ name: 'killed while the image is written', cue: deploying(killServer), ...killed },
    message: /^pyOCD ended by SIGKILL$/,
  },
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
    ...{ name: 'slow answers before it is ready', before: slow, limits: { ready: 1500 } },
    ...{ code: 'start-failed', message: /^pyOCD was not ready within 1\.5 s$/, hint: /./ },
  },
  {
    name: 'its port is taken',
    otherwise: (port) => ({ pyocd: { args: ['--port', `${port}`] } }),
    ...{ code: 'start-failed', message: /^A TCP port that pyOCD was to use has been taken/ },
    ...{ hint: /./, untouched: 'memory' },
  },
  {
    ...{ name: 'the probe is lost while the image is written', cue: deploying(vanish), ...wires },
    ...{ code: 'deploy-failed', message: /^The target stopped answering while the agent was/ },
  },
  {
    ...{ name: 'the probe is lost while the agent measures', cue: measuring(vanish) },
    ...{ code: 'target-gone', message: /does not answer/, hint: /connected|unplugged/ },
  },
  {
    ...{ name: 'another device', before: becomeM0, code: 'bad-image', untouched: 'memory' },
    message: /it was built for Armv7E-M, and the core is a Cortex-M0\+/,
    hint: /choose the board/,
  },
  {
    ...{ name: 'the target resets itself', cue: measuring(reset), code: 'target-gone' },
    ...{ message: /^The target was reset while its agent ran/, hint: /watchdogs/ },
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
    ...{ name: 'a storm of WAIT while the image is written', cue: deploying(wait), ...wires },
    ...{ code: 'deploy-failed', message: /^The target stopped answering while the agent was/ },
  },
  {
    ...{ name: 'FAULT while the image is written', cue: deploying(fault), ...wires },
    ...{ code: 'deploy-failed', message: /^The target stopped answering while the agent was/ },
  },
  {
    ...{ name: 'FAULT while the agent measures', cue: measuring(fault), ...wires },
    ...{
      code: 'target-gone',
      message: /^The connection to the agent broke: pyOCD did not read 0x/,
    },
  },
  { name: 'cancelled while it starts', cue: starting(cancel), ...cancelled },
  { name: 'cancelled while the image is written', cue: deploying(cancel), ...cancelled },
  { name: 'cancelled while the agent is looked for', cue: waiting(cancel), ...cancelled },
  { name: 'cancelled while the agent measures', cue: measuring(cancel), ...interrupted },
];
