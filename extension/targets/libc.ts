import { type AgentImage, isOlderLibc } from '../agent';
import { TargetError } from '../base';

/** A system as far as its C library is concerned. */
export interface LibcSystem {
  readonly name: string;
  /** The version of its GNU C library; undefined if it has another one or does not report it. */
  readonly libc: string | undefined;
  /** Its name on the command line. */
  readonly target: string;
}

type Checked = Pick<AgentImage, 'manifest' | 'path'>;

/** Checks that a system's C library can run an image; a system that does not report its version is tried. */
export function checkLibc({ manifest, path }: Checked, { name, libc, target }: LibcSystem): void {
  const { glibc } = manifest;
  if (glibc === undefined || libc === undefined || !isOlderLibc(libc, glibc)) return;
  throw new TargetError(
    'bad-image',
    `${path} needs glibc ${glibc} or newer, and ${name} has ${libc}`,
    staticHint(target),
  );
}

/** Makes sure that the C library of this computer can run an image. */
export function checkOwnLibc(image: Checked): void {
  checkLibc(image, { name: 'this computer', libc: ownLibc(), target: 'local-linux' });
}

/** The way out where the C library does not fit. */
export function staticHint(target: string): string {
  return `Build an agent with its own C library: cyclescope build --static --target ${target}`;
}

function ownLibc(): string | undefined {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: unknown } };
  const version = header?.glibcVersionRuntime;
  return typeof version === 'string' ? version : undefined;
}
