import { spawn } from 'node:child_process';
import { TargetError, type TargetErrorCode } from '../../base';
import { installationHint, type Packages } from '../../host';

/** The address of a machine over SSH; the user and the port may be left to ssh's own configuration. */
export interface SshAddress {
  /** The address as it was written: the target's id. */
  readonly text: string;
  readonly host: string;
  readonly user: string | undefined;
  readonly port: number | undefined;
}

/** The scheme of such addresses. */
export const SSH_SCHEME = 'ssh://';

/** The form of such an address, for messages. */
export const SSH_ADDRESS = 'ssh://user@host:port';
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

/** The way to one machine: its address, and the folder of connections that are kept open. */
export interface SshRoute {
  readonly address: SshAddress;
  /** Folder of the sockets of open connections; without one every call opens a new connection. */
  readonly connections: string | undefined;
  /** A configuration file to use in place of the user's own. */
  readonly config: string | undefined;
}

/** The result of a command on the other machine. */
interface Answer {
  /** The command's own exit code; 255 if there was no connection. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The exit code of ssh if it could not connect or was cut off. */
export const NO_CONNECTION = 255;

const CONNECT_S = 10;
/** A second call within this time goes over the connection of the first. */
const KEPT_OPEN_S = 15;

/** ssh's arguments in front of the remote command. */
export function sshArguments({ address, connections, config }: SshRoute): readonly string[] {
  const option = (text: string) => ['-o', text];
  const reuse = [
    ...option('ControlMaster=auto'),
    ...option(`ControlPath=${connections}/%C`),
    ...option(`ControlPersist=${KEPT_OPEN_S}`),
  ];
  return [
    ...(config === undefined ? [] : ['-F', config]),
    ...option('BatchMode=yes'),
    ...option(`ConnectTimeout=${CONNECT_S}`),
    ...option('ServerAliveInterval=5'),
    ...option('ServerAliveCountMax=3'),
    ...option('LogLevel=ERROR'),
    ...(connections === undefined ? [] : reuse),
    ...(address.user === undefined ? [] : ['-l', address.user]),
    ...(address.port === undefined ? [] : ['-p', String(address.port)]),
    '-T',
    '--',
    address.host,
  ];
}

/** A script for the other machine's POSIX shell, whatever shell its user has; it holds no quote mark `'`. */
export function remoteScript(lines: readonly string[]): string {
  return `exec sh -c '${lines.join('\n')}'`;
}

/** Runs a script on the other machine and collects its output. */
export function runRemote(
  route: SshRoute,
  script: string,
  { input, signal }: { readonly input?: Uint8Array; readonly signal: AbortSignal },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh', [...sshArguments(route), script], {
      stdio: 'pipe',
      windowsHide: true,
    });
    const cancel = () => child.kill();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    let [out, err] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    // If ssh is cut off before it has read everything, its end has the reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(error.code ?? '')));
    child.once('close', (code) => {
      signal.removeEventListener('abort', cancel);
      if (signal.aborted) reject(new TargetError('cancelled', 'Interrupted.'));
      else resolve({ code, out, err });
    });
  });
}

/** The packages of OpenSSH's client, which is an optional part of Windows. */
export const OPENSSH: Packages = {
  apt: 'openssh-client',
  brew: 'openssh',
  page: 'https://learn.microsoft.com/windows-server/administration/openssh/openssh_install_firstuse',
};

/** The error if ssh itself could not be started. */
export function notStarted(code: string): TargetError {
  return new TargetError(
    code === 'ENOENT' ? 'missing-program' : 'start-failed',
    code === 'ENOENT' ? 'ssh is not installed' : `ssh could not be started: ${code}`,
    installationHint(OPENSSH),
  );
}

interface Cause {
  /** Messages of ssh. */
  readonly pattern: RegExp;
  readonly message: (host: string) => string;
  readonly hint: (command: string, host: string) => string;
}

const CAUSES: readonly Cause[] = [
  {
    pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED|host key for .* has changed/i,
    message: (host) => `The host key of ${host} has changed`,
    hint: (_, host) =>
      `If that machine was reinstalled, remove the old key: ssh-keygen -R ${host}. Otherwise another machine may be answering in its place.`,
  },
  {
    pattern: /Host key verification failed/,
    message: (host) => `The host key of ${host} is not known yet`,
    hint: (command) => `Connect once by hand, and check and accept the key: ${command}`,
  },
  {
    pattern: /Permission denied|Too many authentication failures/,
    message: (host) => `${host} refused the login`,
    hint: (command) =>
      `Install your key there (ssh-copy-id), until this command asks for nothing: ${command}`,
  },
  {
    pattern: /Could not resolve hostname/,
    message: (host) => `There is no host ${host}`,
    hint: () => 'Check the name, or use its address.',
  },
  {
    pattern: /Connection refused/,
    message: (host) => `${host} is reachable, but no SSH server answers`,
    hint: () => 'Start the SSH server there, or name its port: ssh://user@host:port',
  },
  {
    pattern: /timed out|No route to host|Network is unreachable|Host is down/,
    message: (host) => `${host} cannot be reached`,
    hint: () => 'Check that it is switched on and on this network.',
  },
];

/** The command with which a person would connect. */
function byHand({ host, user, port }: SshAddress): string {
  const where = user === undefined ? host : `${user}@${host}`;
  return port === undefined ? `ssh ${where}` : `ssh -p ${port} ${where}`;
}

function lastWords(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .slice(-2)
    .join(' / ');
}

/** Explains a failed connection from ssh's messages. */
export function connectionFailure(
  address: SshAddress,
  output: string,
  code: TargetErrorCode = 'start-failed',
): TargetError {
  const cause = CAUSES.find(({ pattern }) => pattern.test(output));
  if (cause !== undefined) {
    const { message, hint } = cause;
    return new TargetError(code, message(address.host), hint(byHand(address), address.host));
  }
  const words = lastWords(output);
  return new TargetError(
    code,
    `The connection to ${address.host} was lost${words === '' ? '' : `: ${words}`}`,
    'Check the machine and the network; the values measured until then are stored.',
  );
}

/** Why a command on the other machine failed. */
export function commandFailure(address: SshAddress, { code, err }: Answer): TargetError {
  if (code === NO_CONNECTION) return connectionFailure(address, err);
  if (/No space left|quota exceeded/i.test(err)) {
    return new TargetError(
      'no-space',
      `The disk of ${address.host} is full: the agent does not fit`,
      'It needs about 2 MB in ~/.cache/cyclescope or /tmp there.',
    );
  }
  const words = lastWords(err) || `exit code ${code}`;
  return new TargetError(
    'deploy-failed',
    `The agent could not be copied to ${address.host}: ${words}`,
    'It is written to ~/.cache/cyclescope or /tmp there: make one of them writable, and executable (no noexec).',
  );
}
