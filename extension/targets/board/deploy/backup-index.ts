import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Region } from '../../../rtt';

/** `backup.json`: describes the files beside it, plain bytes that any other tool can also write back. */
export interface BackupIndex {
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

export const INDEX = 'backup.json';

/** A file is called after its address, so that none outside the folder can be meant. */
const FILE = /^0x[0-9a-f]{8}\.bin$/;

/** Reads the index of a backup's folder. */
export function readIndex(folder: string): BackupIndex {
  return JSON.parse(readFileSync(join(folder, INDEX), 'utf8')) as BackupIndex;
}

/** Why an index that was read from a file cannot be believed. */
export function findIndexProblem(index: Partial<BackupIndex>): string | undefined {
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
  return foldersIn(parent)
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

function foldersIn(parent: string): readonly string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}
