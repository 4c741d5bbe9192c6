import type { AgentImage } from '../../core/agent/manifest';
import { TargetError } from '../target';
import type { SshAddress } from './address';
import { remoteScript, runRemote, type SshRoute } from './client';
import { commandFailure } from './failures';

/** What a machine said of itself. */
export interface Machine {
  readonly system: string;
  /** As `uname -m` names it. */
  readonly processor: string;
  /** The version of its GNU C library, if it has one and says so. */
  readonly libc: string | undefined;
}

const MARK = 'cyclescope';
/** After this many silent seconds an agent takes its host for lost, and ends. */
const PATIENCE_S = 120;
export const HEARTBEAT_MS = 30_000;
export const READY_LINE = 'cyclescope ready';

/** Finds a folder of the user's own that can be written: `$d`, or the script ends. */
const FIND_FOLDER = [
  'umask 077',
  'for d in "${XDG_CACHE_HOME:-$HOME/.cache}/cyclescope" "/tmp/cyclescope-$(id -u)"; do',
  '  mkdir -p "$d" 2>/dev/null && [ -O "$d" ] && [ -w "$d" ] && break',
  '  d=',
  'done',
  '[ -n "$d" ] || { echo "no folder can be written there" >&2; exit 1; }',
];

/** Asks a machine what it is. */
export async function askMachine(route: SshRoute, signal: AbortSignal): Promise<Machine> {
  const asked = '$(getconf GNU_LIBC_VERSION 2>/dev/null)';
  const script = remoteScript([`echo "${MARK} $(uname -s) $(uname -m) ${asked}"`]);
  const answer = await runRemote(route, script, { signal });
  const line = new RegExp(`^${MARK} (\\S+) (\\S+)(?: glibc (\\d+\\.\\d+))?`, 'm');
  const [, system, processor, libc] = line.exec(answer.out) ?? [];
  if (system !== undefined && processor !== undefined) return { system, processor, libc };
  throw answer.code === 0 ? noShell(route.address) : commandFailure(route.address, answer);
}

function noShell({ host }: SshAddress): TargetError {
  return new TargetError(
    'start-failed',
    `${host} runs no commands over SSH`,
    'The login needs a POSIX shell that runs what ssh hands it.',
  );
}

function nameOf({ manifest }: AgentImage): string {
  return `agent-${manifest.sha256.slice(0, 32)}`;
}

/** Copies the agent unless a file of the same content is there already; says whether it copied. */
export async function copyAgent(
  route: SshRoute,
  image: AgentImage,
  signal: AbortSignal,
): Promise<boolean> {
  const name = nameOf(image);
  const look = remoteScript([...FIND_FOLDER, `[ -x "$d/${name}" ] && echo ${MARK} there; true`]);
  const found = await runRemote(route, look, { signal });
  if (found.code !== 0) throw commandFailure(route.address, found);
  if (found.out.includes(`${MARK} there`)) return false;
  const copy = remoteScript([
    ...FIND_FOLDER,
    // Agents of earlier builds are of no use to anybody.
    'find "$d" -name "agent-*" -mtime +30 -exec rm -f {} + 2>/dev/null',
    't="$d/.part-$$"',
    `if cat > "$t" && [ "$(wc -c < "$t")" -eq ${image.elf.length} ] && chmod 700 "$t"; then`,
    `  mv -f "$t" "$d/${name}"`,
    'else rm -f "$t"; exit 1; fi',
  ]);
  const copied = await runRemote(route, copy, { input: image.elf, signal });
  if (copied.code !== 0) throw commandFailure(route.address, copied);
  return true;
}

/** The script that becomes the agent. */
export function agentScript(image: AgentImage): string {
  return remoteScript([
    ...FIND_FOLDER,
    `export CYCLESCOPE_LAUNCH=ssh CYCLESCOPE_PATIENCE=${PATIENCE_S}`,
    `echo "${READY_LINE}" >&2`,
    `exec "$d/${nameOf(image)}"`,
  ]);
}
