import type { AgentImage } from '../../core/agent/manifest';
import { TargetError } from '../target';
import type { BoardSetup } from './setup';

/** Refuses an image that was built for another target. Of a file that the user named, the core itself decides. */
export function checkTarget(
  { images }: Pick<BoardSetup, 'images'>,
  { manifest, path }: Pick<AgentImage, 'manifest' | 'path'>,
): void {
  if (images?.kind !== 'named' || manifest.target === images.name) return;
  throw new TargetError(
    'bad-image',
    `${path} cannot be deployed: it was built for ${manifest.target}, not for ${images.name}`,
    `Build it again: cyclescope build --target ${images.name}`,
  );
}
