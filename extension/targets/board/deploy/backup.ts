import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { TargetError } from '../../../base';
import { formatAddress, type Region } from '../../../rtt';

/** `backup.json`: describes the files beside it, plain bytes that any other tool can also write back. */
interface BackupIndex {
  readonly schema: 1;
  /** The image that took the place of what was kept. */
  readonly title: string;
  /** The target's id. */
  readonly board: string;
  readonly core: string;
  /** The time in ISO 8601. */
  readonly made: string;
  readonly blocks: readonly {
    readonly file: string;
    readonly address: string;
    readonly blockSize: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

/** A backup for lists; its bytes have not been checked. */
export interface BackupEntry {
  readonly folder: string;
  readonly board: string;
  readonly title: string;
  readonly made: Date;
  readonly regions: readonly Region[];
}

const INDEX = 'backup.json';

/** A file is called after its address, so that none outside the folder can be meant. */
const FILE = /^0x[0-9a-f]{8}\.bin$/;

/** Reads the index of a backup's folder. */
function readIndex(folder: string): BackupIndex {
  return JSON.parse(readFileSync(join(folder, INDEX), 'utf8')) as BackupIndex;
}

/** Why an index that was read from a file cannot be believed. */
function findIndexProblem(index: Partial<BackupIndex>): string | undefined {
  const { schema, title, board, core, made, blocks } = index;
  if (schema !== 1) return `its schema ${String(schema)} is not supported`;
  const texts = [title, board, core, made];
  if (texts.some((text) => typeof text !== 'string')) return `${INDEX} does not name its board`;
  if (Number.isNaN(Date.parse(made ?? ''))) return `${INDEX} has no date`;
  if (!Array.isArray(blocks) || blocks.length === 0) return 'it is empty';
  const isSound = (blocks as BackupIndex['blocks']).every(({ file, address, blockSize }) => {
    return FILE.test(file) && file === `${address}.bin` && Number.isSafeInteger(blockSize);
  });
  return isSound ? undefined : `${INDEX} names files that cannot belong to a backup`;
}

/** The backups in the folders below one, the newest first. */
export function listBackups(parent: string): readonly BackupEntry[] {
  return listFolders(parent)
    .flatMap((name) => findBackup(join(parent, name)) ?? [])
    .sort((a, b) => b.made.getTime() - a.made.getTime());
}

/** Reads the index of a folder; undefined if it is not a backup. */
export function findBackup(folder: string): BackupEntry | undefined {
  try {
    const index = readIndex(folder);
    if (findIndexProblem(index) !== undefined) return undefined;
    const { board, title, made, blocks } = index;
    const regions = blocks.map(({ address, bytes }) => {
      return { start: Number(address), end: Number(address) + bytes };
    });
    return { folder, board, title, made: new Date(made), regions };
  } catch {
    // Anything else is not a backup.
    return undefined;
  }
}

function listFolders(parent: string): readonly string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}

/** Flash as it was before something was written there. */
export interface SavedBlocks {
  readonly address: number;
  readonly blockSize: number;
  readonly data: Uint8Array;
}

/** The board whose flash was saved, and the image that replaced it. */
export interface BackupOrigin {
  /** The target's id. */
  readonly board: string;
  readonly core: string;
  /** The image that was written there. */
  readonly title: string;
}

/** A backup that is what was kept. */
export interface Backup extends BackupOrigin {
  readonly folder: string;
  readonly made: Date;
  readonly blocks: readonly SavedBlocks[];
}

/** Keeps flash in a folder that does not exist yet: the bytes first, then what they are. */
export function writeBackup(
  folder: string,
  origin: BackupOrigin,
  saved: readonly SavedBlocks[],
): void {
  keep(folder, { schema: 1, ...origin, made: new Date().toISOString(), blocks: [] }, saved);
}

/** Keeps more of the same flash: what has been kept already is older, and stays. */
export function extendBackup(
  folder: string,
  origin: BackupOrigin,
  saved: readonly SavedBlocks[],
): void {
  if (!isBackup(folder)) {
    writeBackup(folder, origin, saved);
    return;
  }
  const backup = readBackup(folder);
  const rest = saved.flatMap((blocks) => findMissingBlocks(backup.blocks, blocks));
  if (rest.length > 0) keep(folder, readIndex(folder), rest);
}

/** Checks whether a folder contains a backup, which need not be intact. */
export function isBackup(folder: string): boolean {
  return existsSync(join(folder, INDEX));
}

/** Reads a backup and makes sure that it is what was kept. */
export function readBackup(folder: string): Backup {
  try {
    const index = readIndex(folder);
    const problem = findIndexProblem(index);
    if (problem !== undefined) throw new Error(problem);
    const { title, board, core, made } = index;
    const blocks = index.blocks.map(({ file, address, blockSize, bytes, sha256 }) => {
      const data = readFileSync(join(folder, file));
      if (data.length !== bytes || digest(data) !== sha256)
        throw new Error(`${file} has changed since it was saved: its SHA-256 differs`);
      return { address: Number(address), blockSize, data };
    });
    return { folder, title, board, core, made: new Date(made), blocks };
  } catch (error) {
    throw new TargetError(
      'deploy-failed',
      `${folder} cannot be restored: ${(error as Error).message}`,
      'Nothing was written to the target. Check that the folder is a backup.',
    );
  }
}

function keep(folder: string, index: BackupIndex, saved: readonly SavedBlocks[]): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (index.blocks.length === 0 && isBackup(folder))
      throw new Error('it already contains a backup');
    const blocks = saved.map(({ address, blockSize, data }) => {
      const file = `${formatAddress(address)}.bin`;
      writeFileSync(join(folder, file), data, { flag: 'wx' });
      return {
        file,
        address: formatAddress(address),
        blockSize,
        bytes: data.length,
        sha256: digest(data),
      };
    });
    const text = JSON.stringify({ ...index, blocks: [...index.blocks, ...blocks] }, undefined, 2);
    const path = join(folder, INDEX);
    writeFileSync(`${path}.new`, `${text}\n`);
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new TargetError(
      'deploy-failed',
      `The backup could not be saved in ${folder}: ${(error as Error).message}`,
      'Nothing was written to the target. Choose a folder that does not exist yet.',
    );
  }
}

/** The blocks of a run that are not among those kept, in runs as long as can be. */
function findMissingBlocks(
  kept: readonly SavedBlocks[],
  { address, blockSize, data }: SavedBlocks,
): readonly SavedBlocks[] {
  const isKept = (at: number) =>
    kept.some((blocks) => at >= blocks.address && at < blocks.address + blocks.data.length);
  const missing: SavedBlocks[] = [];
  for (let offset = 0, from = 0; offset < data.length; offset += blockSize) {
    const next = offset + blockSize;
    if (isKept(address + offset)) from = next;
    else if (next >= data.length || isKept(address + next))
      missing.push({ address: address + from, blockSize, data: data.subarray(from, next) });
  }
  return missing;
}

function digest(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
