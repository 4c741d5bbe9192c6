import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { pick, runCommand } from '../../../../scripts/editor/workbench.mjs';
import { formatRunProfile } from '../../../profile';
import { exampleRunProfile } from '../../../profile/stored/testing';
import { readHead } from '../../../runs';

/** Puts a profile of its image beside the record of a run in a workspace folder: the first one, unless asked. */
export function storeProfile(folder: string, profile = exampleRunProfile(), at = 0): void {
  const runs = join(folder, '.cyclescope', 'runs');
  const run = readdirSync(runs).sort()[at] ?? '';
  const record = readHead(readFileSync(join(runs, run, 'run.json'), 'utf8'));
  const { sha256: image = profile.image } = record?.passes[0]?.image ?? {};
  writeFileSync(join(runs, run, 'profile.json'), formatRunProfile({ ...profile, image }));
}

/** Opens the view like a user and waits for its content: all views are checked with axe. */
export async function open({
  page,
  view,
  folder,
}: {
  readonly page: Page;
  readonly view: FrameLocator;
  readonly folder: string;
}): Promise<void> {
  storeProfile(join(folder, 'firmware'));
  await runCommand(page, 'Cyclescope: Refresh');
  await runCommand(page, 'Cyclescope: Show profile');
  await pick(page, 'qemu-freertos-m7');
  await view.getByRole('tree').waitFor();
}
