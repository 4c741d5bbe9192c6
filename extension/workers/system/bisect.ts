import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { EngineError, quoteForShell, type Serving } from '../../base';
import {
  bisectBenchmark,
  bisectStepText,
  bisectText,
  buildCommit,
  copyObjects,
  reachTarget,
  readRun,
  resolveRun,
  getRunsFolder,
} from '../../engine';
import { getImagesName, keepConnections, type Target } from '../../targets';
import type { BisectEnd, SystemCalls } from './protocol';

type Request = SystemCalls['bisect']['takes'];

type Reporting = Pick<Serving<SystemCalls['bisect']>, 'signal' | 'report'>;

/** Finds the commit that changed an operation of an image that Cyclescope builds. */
export const bisectInEditor = (
  request: Request,
  serving: Reporting,
): Promise<{ readonly text: string }> => keepConnections(() => search(request, serving));

async function search(request: Request, { signal, report }: Reporting) {
  const { bench, packageFolder } = request;
  const folder = await realpath(request.folder);
  const [good, bad] = [
    await resolveCommit(request.good, request),
    await resolveCommit(request.bad, request),
  ];
  const target = await reachTarget(request.target, signal);
  refuseOwnBuild(target, { good, bad, bench });
  const images = getImagesName(target);
  // Sources in the folder are those of each commit; others are the same for all.
  const sources = request.sources.map((source) => {
    const own = isAbsolute(source) ? relative(folder, source) : source;
    return own.startsWith('..') ? source : own;
  });
  const context = {
    resolveTarget: () => target,
    signal,
    onMessage: () => undefined,
    onProgress: () => undefined,
  };
  const result = await bisectBenchmark({
    folder,
    good,
    bad,
    signal,
    meter: {
      build: (at) => buildCommit({ target: images, sources, packageFolder, signal }, at),
      prepareRun: (at) => Promise.resolve({ spec: makeSpec(at, request), context }),
    },
    // Elsewhere a profile takes a plugin, or samples.
    profile: target.recordsExecution === 'by plugin or log' ? {} : undefined,
    onStep: (step) => report({ text: bisectStepText(step) }),
    onFolder: (at) => copyObjects(images, folder, at),
  });
  return { text: bisectText(result, bench) };
}

/** A project's own build takes a command, which the editor does not know for another commit. */
function refuseOwnBuild(
  { id, title, elfs }: Target,
  { good, bad, bench }: { readonly good: string; readonly bad: string; readonly bench: string },
): void {
  if (elfs === undefined) return;
  throw new EngineError(
    'refused',
    `The commit cannot be searched here: the agent on ${title} is built by your project.`,
    'In a terminal, a command builds each commit: ' +
      `cyclescope bisect --good ${good} --bad ${bad} --bench ${quoteForShell(bench)} ` +
      `--target ${quoteForShell(id)} --elf FILE -- COMMAND`,
  );
}

/** The commit of an end; a run of changed sources is of none. */
async function resolveCommit(end: BisectEnd, { folder, runsFolder }: Request): Promise<string> {
  if ('commit' in end) return end.commit;
  const record = await readRun(await resolveRun(end.run, { cwd: folder, runsFolder }));
  const { revision } = record.passes[0]?.image ?? {};
  if (revision && 'commit' in revision && !revision.dirty) return revision.commit;
  const why =
    revision === undefined
      ? 'its image has no record of one'
      : 'unknown' in revision
        ? revision.unknown
        : 'its sources differed from the commit';
  throw new EngineError(
    'refused',
    `${record.id} belongs to no commit: ${why}.`,
    'Measure images that were built from committed sources.',
  );
}

/** The run at a commit; its images are those that are built there. */
const makeSpec = (folder: string, { target, bench, settings }: Request) => ({
  target,
  imageFolders: [],
  runsFolder: getRunsFolder(folder),
  patterns: [bench],
  trace: false,
  settings,
  tool: 'cyclescope',
});
