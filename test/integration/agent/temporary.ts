import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** Makes a folder that goes when the test file has ended. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `cyclescope-${name}-`));
  folders.push(folder);
  return folder;
}

/** Removes the folders of a test file; the next one in the same process makes its own. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
