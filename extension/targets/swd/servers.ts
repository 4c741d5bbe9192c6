import { external } from '../external/server';
import { jlink } from '../jlink/server';
import { linkserver } from '../linkserver/server';
import { openocd } from '../openocd/server';
import { pyocd } from '../pyocd/server';
import { stlink } from '../stlink/server';
import type { DebugServer } from './server';
import type { ServerKind, ServerSetup } from './setup';

type Servers = {
  readonly [Kind in ServerKind]: DebugServer<Extract<ServerSetup, { readonly kind: Kind }>>;
};

const SERVERS: Servers = { openocd, pyocd, jlink, linkserver, stlink, external };

/** The server of a setup's kind. Chosen by that kind, it is only ever given setups of its own. */
export function serverOf({ kind }: ServerSetup): DebugServer {
  return SERVERS[kind] as DebugServer;
}
