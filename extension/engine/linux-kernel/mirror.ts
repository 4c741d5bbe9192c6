/** The release whose kernels were tried on the board; every mirror of Debian has it. */
export const RELEASE = 'bookworm';

const INDEX = /^'([^' ]+)\/dists\/([a-z]+)\/InRelease'/;

/** The Debian mirror among the sources that `apt-get update --print-uris` names. */
export function mirrorIn(uris: string): string | undefined {
  // A suite with a hyphen is an addition to a release: security, updates, or somebody else's.
  const releases = uris.split('\n').flatMap((line) => INDEX.exec(line)?.[1] ?? []);
  return releases.find((base) => /\/debian$/.test(base)) ?? releases[0];
}
