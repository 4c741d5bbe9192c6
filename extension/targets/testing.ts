import type { AgentImage } from '../agent/manifest';
import { boardTarget } from './find';
import type { BoardSetup } from './setup';
import type { TargetLink } from './target';

/** A headline image of a target without benchmarks. */
export function makeHeadlineImage(target: string, elf: Uint8Array): AgentImage {
  return {
    path: 'a.elf',
    elf,
    manifest: {
      schema: 1,
      target,
      build: 'headline',
      elf: 'a.elf',
      sha256: '',
      hooks: 0,
      inputs: '',
      compiler: '',
      flags: '',
      benches: [],
      components: [],
    },
  };
}

/** Opens a board as a run does, without a log. */
export function openBoard(board: BoardSetup, image: AgentImage): Promise<TargetLink> {
  const log = { info: () => undefined, debug: () => undefined };
  return boardTarget(board).open(image, { signal: new AbortController().signal, log });
}
