import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectGdb, type GdbClient } from '../../../extension/gdb/client';
import type { ServerQuirks } from '../../../extension/gdb/quirks';
import type { Rig } from '../../rig/rig';
import { PYOCD } from '../pyocd/board';

/** A program and its arguments. */
export type Call = readonly [program: string, ...args: string[]];

/** A real GDB server with a client that is connected to it. */
export interface StartedServer {
  readonly client: GdbClient;
  /** Resolves when the server has ended. */
  close(): Promise<void>;
}

/** Starts a GDB server and connects to its port. */
export async function startGdbServer(
  [program, ...args]: Call,
  port: number,
  options: { readonly quirks: ServerQuirks; readonly signal: AbortSignal },
): Promise<StartedServer> {
  const server = spawn(program, args, { stdio: 'ignore' });
  const client = await connectGdb(await connectTo(port, server), options);
  return {
    client,
    close: async () => {
      client.close();
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}

/** pyOCD as a GDB server of the rig. */
export function pyocdServer(rig: Rig, port: number, telnet = 0): Call {
  return [
    PYOCD,
    'gdbserver',
    '--uid',
    rig.pyocdProbe,
    '--target',
    'cortex_m',
    '--port',
    `${port}`,
    '--telnet-port',
    `${telnet}`,
    '--connect',
    'attach',
    '--no-wait',
  ];
}

/** Connects to a server that has just been started: it opens its port when it is ready. */
async function connectTo(port: number, server: ChildProcess): Promise<Socket> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
    await sleep(20);
  }
}
