import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A real SSH server on loopback with its own keys, configuration and cache. */
export interface SshServer {
  /** The target's id. */
  readonly id: string;
  readonly port: number;
  /** The client's configuration. */
  readonly config: string;
  /** The folder of agents on the server's side. */
  readonly cache: string;
  /** Gives the server another host key, as if the machine had been replaced. */
  changeHostKey(): Promise<void>;
  /** Lets the client learn the host key again. */
  forgetHostKey(): void;
  refuseLogins(isRefusing: boolean): void;
  /** Replaces a program on the server's side by a script; returns a function that undoes that. */
  pretend(program: string, script: string): () => void;
  /** Ends the server and all its connections, as a cut cable would. */
  cut(): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function makeKey(path: string): void {
  rmSync(path, { force: true });
  rmSync(`${path}.pub`, { force: true });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 250; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await sleep(20);
  }
  throw new Error('the SSH server did not start');
}

/** Writes keys and both configurations into a folder. */
function configure(folder: string, port: number): void {
  for (const name of ['host', 'login', 'stranger']) makeKey(join(folder, name));
  const login = readFileSync(join(folder, 'login.pub'), 'utf8');
  writeFileSync(join(folder, 'authorized'), login);
  writeFileSync(
    join(folder, 'sshd_config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${folder}/host`,
      `AuthorizedKeysFile ${folder}/authorized`,
      `SetEnv XDG_CACHE_HOME=${folder}/cache PATH=${folder}/bin:/usr/bin:/bin`,
      'PasswordAuthentication no',
      'UsePAM no',
      'StrictModes no',
      'PidFile none',
    ].join('\n'),
  );
  writeFileSync(
    join(folder, 'config'),
    [
      `IdentityFile ${folder}/login`,
      `UserKnownHostsFile ${folder}/known_hosts`,
      'IdentitiesOnly yes',
      'IdentityAgent none',
      'GlobalKnownHostsFile /dev/null',
      'StrictHostKeyChecking accept-new',
    ].join('\n'),
  );
}

/** Returns all descendants of a process: a server has a process for each connection. */
function descendants(pid: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = rows
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const children = pairs.flatMap(([child, parent]) => (parent === pid && child ? [child] : []));
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function start(folder: string): ChildProcess {
  // Debian's server wants this folder although it needs nothing in it.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const args = ['-f', join(folder, 'sshd_config'), '-D', '-E', join(folder, 'log')];
  return spawn('/usr/sbin/sshd', args, { stdio: 'ignore' });
}

/** Starts a server with all its files in one folder. */
export async function startSshServer(folder: string): Promise<SshServer> {
  const port = await freePort();
  configure(folder, port);
  for (const name of ['bin', 'cache']) mkdirSync(join(folder, name));
  let server = start(folder);
  await listening(port);
  const cut = () => {
    const { pid = 0 } = server;
    const served = descendants(pid);
    for (const each of [pid, ...served]) {
      try {
        // Only the server's own processes: programs that they started must notice on their own.
        if (each === pid || readCommand(each).startsWith('sshd')) process.kill(each, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  /** The port is free, and the old server unreachable, only once that has ended. */
  const end = async () => {
    const ended = new Promise((resolve) => server.once('close', resolve));
    const isOver = server.exitCode !== null || server.signalCode !== null;
    cut();
    if (!isOver) await ended;
  };
  const restart = async () => {
    await end();
    server = start(folder);
    await listening(port);
  };
  return {
    id: `ssh://${userInfo().username}@127.0.0.1:${port}`,
    port,
    config: join(folder, 'config'),
    cache: join(folder, 'cache', 'cyclescope'),
    changeHostKey: async () => {
      makeKey(join(folder, 'host'));
      await restart();
    },
    forgetHostKey: () => rmSync(join(folder, 'known_hosts'), { force: true }),
    refuseLogins: (isRefusing) => {
      const key = isRefusing ? 'stranger.pub' : 'login.pub';
      copyFileSync(join(folder, key), join(folder, 'authorized'));
    },
    pretend: (program, script) => {
      const path = join(folder, 'bin', program);
      writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return () => rmSync(path);
    },
    cut,
    restart,
    stop: end,
  };
}

function readCommand(pid: number): string {
  return readFileSync(`/proc/${pid}/comm`, 'utf8');
}
