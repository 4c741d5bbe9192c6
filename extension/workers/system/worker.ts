import { type Port, serve } from '../../core/rpc/rpc';
import { buildImages } from '../../engine/build';
import { extras } from '../../engine/build/extras';
import { inspectTargets } from '../../engine/doctor';
import { EngineError } from '../../engine/error';
import { fetchKernel } from '../../engine/linux-kernel';
import { timed } from '../../engine/run/deploy-rate';
import { readBackup } from '../../targets/deploy/backup';
import { findTarget } from '../../targets/index';
import { LINUX_BOARDS, type LinuxBoard } from '../../targets/qemu-linux/board';
import { restoreBoard } from '../../targets/swd/restore';
import { imagesOf } from '../../targets/target';
import { atMostEvery } from '../shared/at-most';
import { projectCalls } from './projects';
import type { SystemCalls } from './protocol';

/** Faster than this nobody reads. */
const PROGRESS_MS = 100;

function boardOf(target: string): LinuxBoard {
  const board = LINUX_BOARDS.find((each) => each.target === target);
  if (board) return board;
  throw new EngineError('usage', `${target} needs no kernel.`);
}

/** A machine that is reached over the network is asked which images it runs. */
async function imagesNameOf(id: string, signal: AbortSignal): Promise<string> {
  const search = findTarget(id);
  if (!('target' in search)) return id;
  const { target } = search;
  return imagesOf((await target.identify?.(signal)) ?? target);
}

/** Serves questions about this computer on a port. */
export function serveSystem(port: Port): void {
  serve<SystemCalls>(port, {
    ...projectCalls,
    inspect: ({ targets, places, packageFolder }) => {
      const found = targets
        .map((target) => findTarget(target))
        .flatMap((each) => ('target' in each ? each.target : []));
      return inspectTargets(found, places, packageFolder);
    },
    fetchKernel: async ({ target }, { signal, tell }) => {
      const { folder, description, upToDate } = await fetchKernel({
        flavour: boardOf(target).flavour,
        signal,
        onMessage: (text) => tell({ text }),
        onProgress: (text, percent) => tell({ text, percent }),
      });
      return { name: `${description.package} ${description.version}`, folder, upToDate };
    },
    extras: () => {
      const offers = extras.map(({ name, about, licence }) => ({ name, about, licence }));
      return Promise.resolve(offers);
    },
    buildImages: async ({ target, ...request }, { signal, tell }) => {
      const built = await buildImages({
        ...request,
        target: await imagesNameOf(target, signal),
        onMessage: (text) => tell({ text }),
        signal,
      });
      return built.map(({ folder, manifest: { build, benches }, upToDate }) => ({
        ...{ folder, build, upToDate },
        benches: benches.length,
      }));
    },
    restore: async ({ board, backup }, { signal, tell }) => {
      const onProgress = atMostEvery(
        PROGRESS_MS,
        (done, total) => done >= total,
        timed((done, total, rate) => tell({ done, total, rate })),
      );
      const log = { info: (text: string) => tell({ text }), debug: () => undefined };
      const written = await restoreBoard(board, readBackup(backup), { signal, log, onProgress });
      return { written };
    },
  });
}
