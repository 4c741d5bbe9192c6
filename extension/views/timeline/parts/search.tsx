import { signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { formatNumber } from '../../../core/report/numbers';
import { announce } from '../../shared/announce';
import { t } from '../../shared/l10n';
import type { Store, WithStore } from '../store';

type Direction = 'forwards' | 'backwards';

function newSearch({ state, questions, actions }: Store) {
  const text = signal('');
  const said = signal('');
  const running = signal<AbortController | undefined>(undefined);

  function say(words: string): void {
    said.value = words;
    announce(words);
  }

  async function find(direction: Direction): Promise<void> {
    const wanted = text.value.trim();
    if (wanted === '' || running.value) return;
    const controller = new AbortController();
    running.value = controller;
    said.value = '';
    try {
      const from = await firstToLookAt(direction);
      const onProgress = (index: number) => {
        said.value = t('At event {0}', formatNumber(index));
      };
      const found = await questions.ask(
        'find',
        { text: wanted, from, direction },
        { signal: controller.signal, onProgress },
      );
      said.value = '';
      if (found) actions.goToEvent(found);
      else if (!controller.signal.aborted) say(t('Not found.'));
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    } finally {
      running.value = undefined;
    }
  }

  async function firstToLookAt(direction: Direction): Promise<number> {
    const step = direction === 'forwards' ? 1 : -1;
    if (state.event.value) return state.event.value.index + step;
    const ticks = Math.round(state.cursor.value ?? state.view.value.start);
    return (await questions.ask('at', { ticks })).index;
  }

  return { text, said, running, find };
}

/** Looks for events by their text. */
export function Search({ store }: WithStore) {
  const search = useMemo(() => newSearch(store), []);
  const field = useRef<HTMLInputElement>(null);
  const { running, said, text } = search;
  return (
    <form
      class="bar search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void search.find('forwards');
      }}
    >
      <input
        ref={field}
        id="search"
        type="search"
        aria-label={t('Search events (/)')}
        placeholder={t('Search events (/)')}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return;
          event.preventDefault();
          void search.find('backwards');
        }}
      />
      {running.value ? (
        <button type="button" onClick={() => running.value?.abort()}>
          {t('Cancel')}
        </button>
      ) : (
        <>
          <button
            type="button"
            class="icon"
            title={t('Previous match (Shift+Enter)')}
            aria-label={t('Previous match (Shift+Enter)')}
            onClick={() => void search.find('backwards')}
          >
            ↑
          </button>
          <button
            type="submit"
            class="icon"
            title={t('Next match (Enter)')}
            aria-label={t('Next match (Enter)')}
          >
            ↓
          </button>
        </>
      )}
      {said.value !== '' && <span class="dim said">{said.value}</span>}
    </form>
  );
}
