import { TargetError, type TargetErrorCode } from '../../base';
import type { SshAddress } from './address';
import { type Answer, NO_CONNECTION } from './client';

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
    hint: (command) => `Install your key there (ssh-copy-id), until this asks nothing: ${command}`,
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

/** The command by which a person would connect. */
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
    'Check the machine and the network; what was measured until then is stored.',
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
  );
}
