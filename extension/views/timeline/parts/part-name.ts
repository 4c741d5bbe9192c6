import { t } from '../../shared/l10n';
import type { Explanation } from '../schemas';

/** What a part of an explanation is called where it stands alone. */
export function partName({ kind, name }: Explanation['parts'][number]): string {
  switch (kind) {
    case 'own':
      return t('the operation itself');
    case 'recording':
      return t('recording of the events');
    case 'unknown':
      return t('not known');
    case 'task':
      return t('task {0}', name);
    case 'interrupt':
      return t('interrupt {0}', name);
    case 'timer':
      return t('timer {0}', name);
    case 'idle':
    case 'scheduler':
      return name;
  }
}
