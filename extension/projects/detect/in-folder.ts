import type { ServerSetup } from '../../targets';
import { pathsOf, programIn, type World } from './world';

const JLINK_FILES = /^-(?:jlinkscriptfile|scriptfile|settingsfile|x)$/i;
const PROJECT = /^(?:-j|--project|--dir)$/;

/** A server as a debug extension would start it in that folder: what is relative is meant from there. */
export function inFolder(server: ServerSetup, cwd: string, world: World): ServerSetup {
  const whole = (path: string) => pathsOf(world).resolve(cwd, path);
  if (server.kind === 'external') return server;
  const program = server.program && programIn(cwd, server.program, world);
  switch (server.kind) {
    case 'openocd':
      return {
        ...server,
        program,
        configFiles: server.configFiles.map((file) =>
          /^\.\.?[\\/]/.test(file) ? whole(file) : file,
        ),
        searchFolders: [...new Set([...server.searchFolders, '.'].map(whole))],
      };
    case 'pyocd':
      return { ...server, program, args: ['--project', ...projectFirst(server.args, whole)] };
    case 'jlink':
      return { ...server, program, args: valuesOf(server.args, JLINK_FILES, whole) };
    case 'stlink':
      return {
        ...server,
        program,
        programmerFolder: server.programmerFolder && whole(server.programmerFolder),
      };
    case 'linkserver':
      return { ...server, program };
  }
}

/** pyOCD works in its project's folder and reads its `pyocd.yaml` there. */
function projectFirst(args: readonly string[], whole: (path: string) => string): readonly string[] {
  const at = args.findIndex((arg) => PROJECT.test(arg));
  return at < 0
    ? [whole('.'), ...args]
    : [whole(args[at + 1] ?? '.'), ...args.slice(0, at), ...args.slice(at + 2)];
}

function valuesOf(
  args: readonly string[],
  options: RegExp,
  change: (value: string) => string,
): readonly string[] {
  return args.map((arg, index) => (options.test(args[index - 1] ?? '') ? change(arg) : arg));
}
