import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentImage } from '../../../extension/agent/manifest';
import { runBenchmarks } from '../../../extension/engine/run/run';
import type { RunOutcome, RunSpec } from '../../../extension/engine/run/spec';
import type { BoardResources } from '../../../extension/targets/board/bring-up';
import { boardTarget, valueOfTarget } from '../../../extension/targets/find';
import type { Target, TargetLink } from '../../../extension/targets/target';
import type { Rig } from '../../rig/rig';
import { root } from '../agent/variants';
import { listLeftOvers } from '../left-over';
import { UNHURRIED } from '../rig-tools';
import { makeRigBoard, type Otherwise, type Way } from './boards';
import { descendants, openSockets } from './processes';
import { type Cue, stage } from './stage';

/** The way to reach a target, and the faults to cause meanwhile. */
export interface Plan {
  readonly way: Way;
  readonly otherwise?: Otherwise | undefined;
  readonly limits?: BoardResources['limits'];
  readonly cue?: Cue<Scene> | undefined;
  /** Differences from a run that measures everything, once. */
  readonly spec?: Partial<RunSpec>;
}

/** One use of a rig: the remains that it left, and how to continue. */
export interface Scene {
  readonly rig: Rig;
  /** The processes of the servers that were started. */
  readonly servers: readonly number[];
  /** Cancels the last `open` or `measure`. */
  cancel(): void;
  /** Identifies the chip of a board without a project. */
  identify(plan: Plan): Promise<Target | undefined>;
  open(image: AgentImage, plan: Plan): Promise<TargetLink>;
  /** Has everything measured by the engine, with an agent. */
  measure(plan: Plan): Promise<RunOutcome>;
  /** Lists everything that should have been removed. */
  leftOver(): readonly string[];
  close(): Promise<void>;
}

const SILENCE_SECONDS = 5;
const ITERATIONS = 3000;

/** Prepares one use of a rig. */
export function setScene(rig: Rig): Scene {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-faults-'));
  const resources = { lockFolder: join(folder, 'locks'), temporary: join(folder, 'scratch') };
  mkdirSync(resources.temporary);
  const servers: number[] = [];
  const links: TargetLink[] = [];
  const socketsBefore = openSockets();
  // Those of the rig, and what files before this one have left to the process that they share.
  const kept = [...rig.processes, ...descendants(rig.processes)];
  let abort = new AbortController();
  const prepareStage = ({ way, otherwise, limits, cue }: Plan) => {
    abort = new AbortController();
    const target = boardTarget(makeRigBoard(rig, way, otherwise), {
      ...resources,
      limits: { ...UNHURRIED, ...limits },
    });
    return stage({ target, rig, servers, links, cue, scene });
  };

  const scene: Scene = {
    rig,
    servers,
    cancel: () => abort.abort(),
    identify: async (plan) => prepareStage(plan).target.identify?.(abort.signal),
    open: (image, plan) => {
      const { target, settled } = prepareStage(plan);
      const log = { info: () => undefined, debug: () => undefined };
      return settled(target.open(image, { signal: abort.signal, log }));
    },
    measure: (plan) => {
      const { target, settled, reachMoment } = prepareStage(plan);
      const run = runBenchmarks(
        {
          target: valueOfTarget(target),
          imageFolders: [{ folder: join(root, 'dist/agent'), origin: 'shipped' }],
          runsFolder: join(folder, 'runs'),
          isChosenFolder: true,
          patterns: [],
          iterations: ITERATIONS,
          settings: {},
          repeat: 1,
          trace: false,
          silenceSeconds: SILENCE_SECONDS,
          tool: 'cyclescope test',
          ...plan.spec,
        },
        {
          resolveTarget: () => target,
          signal: abort.signal,
          onMessage: () => undefined,
          onProgress: ({ isEnd }) => {
            if (isEnd) reachMoment('measuring');
          },
        },
      );
      return settled(run);
    },
    leftOver: () => [
      ...listLeftOvers(folder, servers),
      ...descendants([...rig.processes, ...kept]).map((pid) => `process ${pid} below this one`),
      ...Array.from({ length: openSockets() - socketsBefore }, () => 'a socket'),
    ],
    close: async () => {
      for (const link of links) await link.close();
      rmSync(folder, { recursive: true });
    },
  };
  return scene;
}
