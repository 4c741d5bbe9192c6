import type { Signal } from '@preact/signals';
import { t } from './l10n';

interface OperationFilterProps {
  readonly query: Signal<string>;
  readonly isChangedOnly: Signal<boolean>;
  /** The words beside the box for changes. */
  readonly changedOnly: string;
}

/** Filters operations by their names, and by whether they changed. */
export function OperationFilter({ query, isChangedOnly, changedOnly }: OperationFilterProps) {
  return (
    <>
      <label class="group">
        {t('Search')}
        <input
          type="search"
          placeholder={t('operation')}
          value={query.value}
          onInput={({ currentTarget }) => (query.value = currentTarget.value)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isChangedOnly.value}
          onChange={({ currentTarget }) => (isChangedOnly.value = currentTarget.checked)}
        />
        {changedOnly}
      </label>
    </>
  );
}
