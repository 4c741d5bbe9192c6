import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateRecording } from '../editor/recording.mjs';
import { buildDir, inRoot } from '../lib/paths.mjs';

/** Large enough to zoom in, small enough to load instantly. */
const EVENTS = 200_000;

const template = inRoot('scripts', 'ide', 'demo');

/** Returns the folder of a small demo firmware; keeps the user's changes in it. */
export function demoWorkspace(folder = join(buildDir, 'ide', 'demo')) {
  cpSync(template, folder, { recursive: true, force: false });
  const recording = join(folder, 'recordings', 'gateway.SVDat');
  mkdirSync(join(folder, 'recordings'), { recursive: true });
  if (!existsSync(recording)) cpSync(generateRecording(EVENTS), recording);
  return folder;
}
