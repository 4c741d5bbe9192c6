import { vi } from 'vitest';
import type { AgentImage } from '../../../extension/agent/manifest';
import type { OpenOptions, Target, TargetLink } from '../../../extension/targets/target';
import type { Rig } from '../../rig/rig';
import { HANGS_MS } from '../../patience.mjs';

/** The stage that a target has reached. */
export type Moment =
  /** Its server has a process. */
  | 'starting'
  /** A part of the image has been written. */
  | 'deploying'
  /** The core runs, and its agent is looked for. */
  | 'waiting'
  /** An operation has been measured, and others are under way. */
  | 'measuring';

/** An action, and the moment at which it is taken. */
export interface Cue<Scene> {
  readonly at: Moment;
  readonly deed: (scene: Scene) => unknown;
}

interface Parts<Scene> {
  readonly target: Target;
  readonly rig: Rig;
  /** Receives the processes that the target starts. */
  readonly servers: number[];
  /** Receives the links that are opened. */
  readonly links: TargetLink[];
  readonly cue: Cue<Scene> | undefined;
  readonly scene: Scene;
}

/** Does a deed to a target when its moment has come. */
export function stage<Scene>({ target, rig, servers, links, cue, scene }: Parts<Scene>) {
  let done: Promise<unknown> | undefined;
  const reachMoment = (moment: Moment) => {
    if (moment !== cue?.at || done !== undefined) return;
    done = (async () => cue.deed(scene))();
    // Its failure is reported afterwards, where the target's own end is awaited.
    done.catch(() => undefined);
  };
  const awaitCore = async () => {
    await vi.waitUntil(async () => (await rig.state()) === 'running', HANGS_MS);
    reachMoment('waiting');
  };
  const addHooks = (options: OpenOptions): OpenOptions => ({
    ...options,
    log: {
      ...options.log,
      debug: (message) => {
        const pid = /runs as process (\d+)/.exec(message)?.[1];
        if (pid === undefined) return;
        servers.push(Number(pid));
        reachMoment('starting');
      },
    },
    onDeploy: (written, total) => {
      reachMoment('deploying');
      if (written === total && cue?.at === 'waiting') void awaitCore();
    },
  });
  const open = async (image: AgentImage, options: OpenOptions) => {
    const link = await target.open(image, addHooks(options));
    links.push(link);
    return link;
  };
  return {
    reachMoment,
    target: { ...target, open },
    /** The outcome, unless the deed could not be done: then the target's failure is not the one meant. */
    settled: async <T>(work: Promise<T>): Promise<T> => {
      await work.catch(() => undefined);
      await done;
      return work;
    },
  };
}
