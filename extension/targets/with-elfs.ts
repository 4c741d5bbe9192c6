import { boardTarget } from './swd/target';
import type { Target } from './target';

/** The ELF files of an agent that the user built. */
export interface AgentFiles {
  readonly headline: string;
  readonly traced?: string | undefined;
}

/** A target on which these files are deployed, in place of the agent that it would run. */
export function withElfs(target: Target, { headline, traced }: AgentFiles): Target {
  const { board } = target;
  if (board) return boardTarget({ ...board, images: { kind: 'files', headline, traced } });
  return { ...target, elfs: traced === undefined ? { headline } : { headline, traced } };
}
