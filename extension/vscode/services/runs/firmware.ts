import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PROFILE_FILE, readProfile } from '../../../engine';
import type { RunEntry, RunRef, Runs } from '../../common';

/*
 * Profiles of firmware that runs on boards. They are kept in the extension's storage, and shown like those of
 * runs, by references whose ids name a board and a time.
 */

/** Older ones are removed. */
const KEPT = 20;
const ID = /^firmware (\S+) (\d+)$/;

type Storage = Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri' | 'workspaceState'>;

/** True if a reference is not to a run, but to the profile of a board's firmware. */
export const isFirmware = ({ id }: RunRef) => ID.test(id);

/** A reference to a new profile of a board's firmware, and the folder to store it in. */
export async function newFirmwareProfile(context: Storage, home: string, board: string) {
  const parent = locateFirmwareFolder(context);
  const old = await readdir(parent).catch(() => []);
  const parseTime = (id: string) => Number(ID.exec(decodeURIComponent(id))?.[2] ?? 0);
  old.sort((a, b) => parseTime(b) - parseTime(a));
  for (const name of old.slice(KEPT - 1)) {
    await rm(join(parent, name), { recursive: true, force: true });
  }
  const ref = { home, id: `firmware ${encodeURIComponent(board)} ${Date.now()}` };
  return { ref, folder: locateRunFolder(context, ref) };
}

/** The key under which the workspace keeps the ELF file of a board's firmware. */
export const firmwareKey = (board: string) => `sampled:${board}`;

/** The ELF file of a board's firmware that was named last. */
export const firmwareElf = ({ workspaceState }: Storage, board: string) =>
  workspaceState.get<string>(firmwareKey(board));

/** Runs that are also found by references to profiles of firmware. */
export function withFirmware(context: Storage, runs: Runs): Runs {
  const find = async (ref: RunRef): Promise<RunEntry | undefined> => {
    const folder = locateRunFolder(context, ref);
    const profile = await readProfile(folder).catch(() => undefined);
    if (!profile) return undefined;
    const { mtime, size } = await stat(join(folder, PROFILE_FILE));
    const [{ name: title } = { name: profile.target }] = profile.operations;
    return {
      ...ref,
      folder,
      version: String(mtime.getTime()),
      name: vscode.l10n.t('Firmware on {0}', title),
      target: { id: profile.target, title, deterministic: false },
      created: mtime,
      status: 'complete',
      imported: undefined,
      image: profile.image,
      operations: 0,
      recordings: {},
      hasProfile: true,
      bytes: size,
      isBaseline: false,
    };
  };
  return { ...runs, find: (ref) => (isFirmware(ref) ? find(ref) : runs.find(ref)) };
}

const locateFirmwareFolder = ({ storageUri, globalStorageUri }: Storage) =>
  join((storageUri ?? globalStorageUri).fsPath, 'firmware');

const locateRunFolder = (context: Storage, { id }: RunRef) =>
  join(locateFirmwareFolder(context), encodeURIComponent(id));
