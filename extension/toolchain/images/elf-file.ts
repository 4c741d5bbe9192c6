import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type ImageBuild, type ImageManifest, readAgent } from '../../agent';
import { EngineError, systemCode } from '../../base';
import type { FoundManifest } from './find';

/** Reads the manifest of an ELF file that the user built from the file itself. */
export async function describeElf(
  path: string,
  target: string,
  build: ImageBuild,
): Promise<FoundManifest> {
  const bytes = await readProgram(path);
  const reading = readAgent(bytes);
  if (!reading.agent) {
    throw new EngineError('bad-image', `${path} ${reading.problem}.`, reading.hint);
  }
  const { benches, compiler, hooks, glibc } = reading.agent;
  if (build === 'headline' && hooks === 1) throw hooked(path);
  const manifest: ImageManifest = {
    schema: 1,
    target,
    build,
    elf: basename(path),
    hooks,
    benches,
    compiler,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    inputs: '',
    flags: '',
    components: [],
    ...(glibc !== undefined && { glibc }),
  };
  return { manifest, folder: dirname(path), origin: 'file' };
}

async function readProgram(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = systemCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? String(error)})`;
    throw new EngineError(
      'no-image',
      `The agent image ${path} ${why}.`,
      'Build it first, or name another ELF file.',
    );
  }
}

function hooked(path: string): EngineError {
  return new EngineError(
    'bad-image',
    `${path} has kernel trace hooks linked in: its figures cannot serve as headline figures.`,
    'Name an image without hooks for the figures, and this one as the traced image.',
  );
}
