import { isExternal, serverOf, type ServerSetup } from '../../targets';
import { pathsOf, programIn, type World } from './world';

/** A server as a debug extension would start it in that folder: what is relative is meant from there. */
export function inFolder(
  server: ServerSetup,
  cwd: string,
  world: World,
  isProject = true,
): ServerSetup {
  if (isExternal(server)) return server;
  const resolve = (path: string) => pathsOf(world).resolve(cwd, path);
  const program = server.program && programIn(cwd, server.program, world);
  const whole = serverOf(server).resolvePaths?.(server, { resolve, isProject }) ?? server;
  return { ...whole, program };
}
