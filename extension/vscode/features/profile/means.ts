import type { Services } from '../../common';
import type { FiguresWorker } from '../../services/figures';

/** The services that profiles need. */
export interface ProfileMeans extends Pick<
  Services,
  'context' | 'log' | 'homes' | 'runs' | 'targets' | 'images'
> {
  readonly figures: FiguresWorker;
}
