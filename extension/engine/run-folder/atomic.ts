import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { EngineError, systemCode } from '../../base';

/** Explains a full or read-only disk; returns other errors unchanged. */
export function asDiskError(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EngineError(
      'no-space',
      `There is no space left for ${path}.`,
      'Free some space on that disk, or choose another folder with --out.',
    );
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return new EngineError(
      'not-writable',
      `There is no permission to write ${path} (${code}).`,
      'Choose another folder with --out.',
    );
  }
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') {
    return new EngineError('not-writable', `${path} cannot be written (${code}).`);
  }
  return error;
}

/** A pipe, a terminal or `/dev/null` is written in place: a rename would replace it by a file. */
async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile();
}

let written = 0;

/** Writes a file atomically: readers see the old or the new content. */
export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  // Two runs of one process may write the same file at once.
  const temporary = `${path}.${process.pid}-${(written += 1)}.tmp`;
  try {
    if (await isSpecial(path)) return await writeFile(path, content);
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asDiskError(error, path);
  }
}
