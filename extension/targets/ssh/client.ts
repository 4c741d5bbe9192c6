import { spawn } from 'node:child_process';
import { TargetError } from '../../base';
import type { SshAddress } from './address';

/** The way to one machine: its address, and the folder of connections that are kept open. */
export interface SshRoute {
  readonly address: SshAddress;
  /** Folder of the sockets of open connections; without one every call connects anew. */
  readonly connections: string | undefined;
  /** A configuration file to use in place of the user's own. */
  readonly config: string | undefined;
}

/** The result of a command on the other machine. */
export interface Answer {
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
    const child = spawn('ssh', [...sshArguments(route), script], { stdio: 'pipe' });
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

/** The error if ssh itself could not be started. */
export function notStarted(code: string): TargetError {
  return new TargetError(
    code === 'ENOENT' ? 'missing-program' : 'start-failed',
    code === 'ENOENT' ? 'ssh is not installed' : `ssh could not be started: ${code}`,
    'Install it: apt-get install openssh-client',
  );
}
