import { buildableTargets } from '../../engine/build/recipe';
import { imagesOf, type Target } from '../../targets/target';

/** The images of Linux machines that have to be asked which of them they run. */
const LINUX = /^linux-/;

/**
 * Under which names a target's images may be found, the likeliest first. Until a machine has been
 * asked, the images for any Linux stand for its own: they hold the same benchmarks.
 */
export function imageNames(target: Pick<Target, 'id' | 'images' | 'identify'>): readonly string[] {
  if (target.images !== undefined || !target.identify) return [imagesOf(target)];
  return buildableTargets().filter((name) => LINUX.test(name));
}
