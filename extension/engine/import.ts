import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unreadableError, EngineError } from '../base';
import {
  IMPORTED_TARGET,
  createImportedRecord,
  type ImportedRun,
  type ImportFormat,
  importFormats,
  importText,
  type RunRecord,
} from '../runs';
import { readCommitId, openRepository } from './bisect';
import { writeRecord } from './figures';
import { inRunFolder, type RunFolder, writeFileAtomic } from './run-folder';

/** The imported text's file beside the record. */
export const SOURCE_FILE = 'source.txt';

export interface ImportRequest {
  readonly file: string;
  /** The format to read; by default the one that recognises the text. */
  readonly format: ImportFormat | undefined;
  readonly runsFolder: string;
  readonly isChosenFolder: boolean;
  /** The commit that was measured, by any name, in the repository of `cwd`. */
  readonly commit?: { readonly name: string; readonly cwd: string } | undefined;
  readonly tool: string;
  readonly command: string;
}

/** Reads another tool's output and stores it as a run. */
export async function importRun(
  request: ImportRequest,
): Promise<{ readonly folder: string; readonly record: RunRecord }> {
  const bytes = await readFile(request.file).catch((error: unknown) => {
    throw unreadableError(request.file, error);
  });
  const found = readText(new TextDecoder().decode(bytes), request);
  const revision = request.commit && (await revisionNamed(request.commit));
  const imported = revision ? { ...found.imported, revision } : found.imported;
  const reading = { ...found, imported };
  const destination = {
    runsFolder: request.runsFolder,
    target: IMPORTED_TARGET,
    now: new Date(),
    ignored: !request.isChosenFolder,
  };
  return inRunFolder(destination, async (folder) => {
    const record = toRecord(reading, request, folder);
    await writeFileAtomic(join(folder.partial, SOURCE_FILE), bytes);
    await writeRecord(folder.partial, record);
    await folder.keep();
    return { folder: folder.final, record };
  });
}

/** The revision of a commit, whose sources were measured as they are. */
async function revisionNamed({ name, cwd }: NonNullable<ImportRequest['commit']>) {
  const { git } = await openRepository(cwd, new AbortController().signal);
  const commit = await readCommitId(git, name);
  const [describe, commitTime] = await Promise.all([
    git('describe', '--tags', '--always', commit),
    git('log', '-1', '--no-show-signature', '--format=%cI', commit),
  ]);
  return { commit, describe, commitTime, dirty: false };
}

interface Found {
  readonly imported: ImportedRun;
  readonly problems: readonly string[];
}

function readText(text: string, { file, format }: ImportRequest): Found {
  const source = basename(file);
  const { imported, problems } =
    format === undefined ? importText(text, source) : format.read(text);
  if (imported !== undefined) return { imported: { ...imported, source }, problems };
  const ids = importFormats.map(({ id }) => id).join(', ');
  const hint = `If it has one of these formats, name it with --format: ${ids}.`;
  throw new EngineError('unreadable', `${file}: ${problems.join(' ')}`, hint);
}

function toRecord({ imported, problems }: Found, request: ImportRequest, { id }: RunFolder) {
  const title = importFormats.find((format) => format.id === imported.format)?.title;
  const { tool, command } = request;
  const created = new Date().toISOString();
  return createImportedRecord(imported, title ?? imported.format, {
    id,
    created,
    tool,
    command,
    problems: [...problems],
  });
}
