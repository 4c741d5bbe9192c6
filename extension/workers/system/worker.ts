import { EngineError, type Port, serve, type Served } from '../../base';
import { readChips } from '../../chips';
import { describeInstructions, inspectTargets, sampleFirmware } from '../../engine';
import {
  applyChange,
  changeToAdd,
  changeToRemove,
  findProjects,
  readSdk,
  readState,
  readWorld,
} from '../../projects';
import {
  findTarget,
  getImagesName,
  LINUX_BOARDS,
  type LinuxBoard,
  readBackup,
  recogniseBoard,
  restoreBoard,
  withRate,
} from '../../targets';
import {
  buildExecutionPlugin,
  buildImages,
  buildProject,
  findBuiltPlugin,
  executionPlugin,
  extras,
  fetchKernel,
  removeBuilds,
} from '../../toolchain';
import { atMostEvery } from '../shared';
import { bisectInEditor } from './bisect';
import type { ProjectCalls, SystemCalls } from './protocol';

/** Faster updates would not be read. */
const PROGRESS_MS = 100;

function requireBoard(target: string): LinuxBoard {
  const board = LINUX_BOARDS.find((each) => each.target === target);
  if (board) return board;
  throw new EngineError(
    'usage',
    `${target} needs no kernel.`,
    `Those that need one are ${LINUX_BOARDS.map((each) => each.target).join(', ')}.`,
  );
}

/** Asks a machine on the network which images it runs. */
async function identifyImages(id: string, signal: AbortSignal): Promise<string> {
  const search = findTarget(id);
  if (!('target' in search)) return id;
  const { target } = search;
  return getImagesName((await target.identify?.(signal)) ?? target);
}

/** Serves requests about this computer on a port. */
export function serveSystem(port: Port): void {
  serve<SystemCalls>(port, {
    ...projectCalls,
    bisect: bisectInEditor,
    ...profilingCalls,
    inspect: ({ targets, imageFolders, packageFolder }) => {
      const found = targets
        .map((target) => findTarget(target))
        .flatMap((each) => ('target' in each ? each.target : []));
      return inspectTargets(found, imageFolders, packageFolder);
    },
    fetchKernel: async ({ target }, { signal, report }) => {
      const { folder, description, upToDate } = await fetchKernel({
        flavour: requireBoard(target).flavour,
        signal,
        onMessage: (text) => report({ text }),
        onProgress: (text, percent) => report({ text, percent }),
      });
      return { name: `${description.package} ${description.version}`, folder, upToDate };
    },
    extras: () => {
      const offers = extras.map(({ name, about, licence }) => ({ name, about, licence }));
      return Promise.resolve(offers);
    },
    buildImages: async ({ target, ...request }, { signal, report }) => {
      const built = await buildImages({
        ...request,
        target: await identifyImages(target, signal),
        onMessage: (text) => report({ text }),
        signal,
      });
      return built.map(({ folder, manifest: { build, benches, found = [] }, upToDate }) => ({
        folder,
        build,
        upToDate,
        benches: benches.length,
        found,
      }));
    },
    recogniseChip: async ({ board, packageFolder }, { signal, report }) => {
      const log = { info: (text: string) => report({ text }), debug: () => undefined };
      const chips = await readChips(packageFolder);
      return (await recogniseBoard(board, chips, { signal, log }))?.name;
    },
    restore: async ({ board, backup }, { signal, report }) => {
      const onProgress = atMostEvery(
        PROGRESS_MS,
        (done, total) => done >= total,
        withRate((done, total, rate) => report({ done, total, rate })),
      );
      const log = { info: (text: string) => report({ text }), debug: () => undefined };
      const written = await restoreBoard(board, readBackup(backup), { signal, log, onProgress });
      return { written };
    },
  });
}

const profilingCalls: Served<
  Pick<SystemCalls, 'sample' | 'instructions' | 'executionPlugin' | 'buildExecutionPlugin'>
> = {
  sample: async (request, { signal, report }) => {
    const onProgress = atMostEvery<[samples: number]>(
      PROGRESS_MS,
      () => false,
      (samples) => report({ samples }),
    );
    const log = { info: (text: string) => report({ text }), debug: () => undefined };
    await sampleFirmware(request, {
      signal,
      log,
      onProgress,
      onWaiting: () => report({ isWaiting: true }),
    });
    return undefined;
  },
  instructions: (request) => describeInstructions(request),
  executionPlugin: async (request) => ({
    plugin: await findBuiltPlugin(request),
    licence: executionPlugin.licence,
  }),
  buildExecutionPlugin: (request, { signal, report }) =>
    buildExecutionPlugin({ ...request, signal, onMessage: (text) => report({ text }) }),
};

export const projectCalls: Served<ProjectCalls> = {
  findProjects: async ({ folders }) =>
    findProjects(await readWorld({ folders: folders.map((path) => ({ path })) })),
  planAdd: async ({ project, answers, packageFolder }) =>
    changeToAdd(project, await readState(project), await readSdk(packageFolder), answers),
  planRemove: async ({ project }) => changeToRemove(project, await readState(project)),
  applyChange: async ({ change, isRemoval }) => {
    await applyChange(change);
    if (isRemoval) await removeBuilds(change.folder);
    return undefined;
  },
  buildProject: async (takes, { signal, report }) => {
    const lines = newBatches<string>((some) => report({ kind: 'lines', lines: some }));
    try {
      return await buildProject({
        ...takes,
        signal,
        onStep: (build, line) => {
          lines.flush();
          report({ kind: 'step', build, line });
        },
        onLine: lines.add,
      });
    } finally {
      lines.flush();
    }
  },
};

/** Collects items and passes them on together. */
interface Batches<T> {
  readonly add: (item: T) => void;
  /** Passes on what has been collected. */
  readonly flush: () => void;
}

/** Collects items for `milliseconds`: a message per line of a build would be too many. */
export function newBatches<T>(give: (items: readonly T[]) => void, milliseconds = 50): Batches<T> {
  let held: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held.length === 0) return;
    const items = held;
    held = [];
    give(items);
  };
  return {
    add: (item) => {
      held.push(item);
      timer ??= setTimeout(flush, milliseconds);
    },
    flush,
  };
}
