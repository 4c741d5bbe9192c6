import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EngineError } from '../../base';

/** Takes single files out of a Debian package; a kernel's has 200 MB more of them. */
export async function unpackFiles(
  packagePath: string,
  members: readonly string[],
  folder: string,
): Promise<void> {
  const reader = spawn('dpkg-deb', ['--fsys-tarfile', packagePath], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const writer = spawn('tar', ['-x', '-C', folder, ...members.map((name) => `.${name}`)], {
    stdio: [reader.stdout, 'ignore', 'pipe'],
  });
  // Both children share the pipe: when one ends, the other must notice.
  reader.stdout.destroy();
  let words = '';
  writer.stderr?.setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
  await Promise.all([once(reader, 'exit'), once(writer, 'close')]);
  if (reader.exitCode === 0 && writer.exitCode === 0) return;
  const reason = words.split('\n')[0] || 'dpkg-deb could not read it';
  throw new EngineError('unreadable', `${packagePath} could not be unpacked: ${reason}`);
}
