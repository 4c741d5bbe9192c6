/** Where a machine is reached over SSH; the user and the port may be left to ssh's own configuration. */
export interface SshAddress {
  /** The address as it was written: the target's id. */
  readonly text: string;
  readonly host: string;
  readonly user: string | undefined;
  readonly port: number | undefined;
}

/** The scheme of such addresses. */
export const SCHEME = 'ssh://';
/** No part can be mistaken for an option of ssh, or for a word of a shell. */
const ADDRESS =
  /^ssh:\/\/(?:([\w][\w.-]*)@)?(?:([\w][\w.-]*)|\[([0-9A-Fa-f:.]+)\])(?::(\d{1,5}))?\/?$/;

/** Reads `ssh://user@host:port`, user and port being optional; undefined where it is something else. */
export function parseSshAddress(text: string): SshAddress | undefined {
  const [, user, name, ipv6, digits] = ADDRESS.exec(text) ?? [];
  const host = name ?? ipv6;
  const port = digits === undefined ? undefined : Number(digits);
  if (host === undefined || port === 0 || (port ?? 0) > 65_535) return undefined;
  return { text, host, user, port };
}
