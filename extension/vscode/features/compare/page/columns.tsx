import type { ComparisonColumn } from '../../../../report';
import { Name, t, tame, formatCreated } from '../../../page';
import type { KnownColumn } from '../protocol';
import { Letter, toColumnLetter } from './letter';
import { type Post, references, type Shown } from './store';

/** The compared columns, one card each. */
export function Columns({ shown, post }: { readonly shown: Shown; readonly post: Post }) {
  const { model, known } = shown;
  return (
    <ol class="cards" aria-label={t('Columns')}>
      {model.columns.map((column, at) => (
        <Card
          key={known[at]?.reference ?? at}
          column={column}
          at={at}
          post={post}
          known={known[at]}
          canGo={model.columns.length > 2}
          isProfiled={at > 0 && known[0]?.hasProfile === true && known[at]?.hasProfile === true}
        />
      ))}
    </ol>
  );
}

function Card({
  column,
  known,
  at,
  canGo,
  isProfiled,
  post,
}: {
  readonly column: ComparisonColumn;
  readonly known: KnownColumn | undefined;
  readonly at: number;
  /** A comparison needs two columns. */
  readonly canGo: boolean;
  /** It and the baseline have profiles. */
  readonly isProfiled: boolean;
  readonly post: Post;
}) {
  const { title, units, document, created, id, source } = column;
  const home = known?.home;
  return (
    <li class="card">
      <div class="bar card-head">
        <Letter at={at} />
        <h2>
          <Name text={column.label} />
        </h2>
      </div>
      <p class="bar badges">
        {at === 0 && <span class="badge baseline">{t('Baseline')}</span>}
        <span class={`badge source ${source}`}>{sourceWord(column, known)}</span>
        {known?.isPinned && <span class="badge">{t('Pinned')}</span>}
        {units.map((unit) => (
          <span key={unit} class="dim">
            {tame(unit)}
          </span>
        ))}
      </p>
      <p>
        <Name text={title} />
      </p>
      {document ? (
        <p class="dim">
          <cite>{tame(document.title, 240)}</cite>
        </p>
      ) : (
        <p class="dim bar">
          {created !== undefined && <time dateTime={tame(created)}>{formatCreated(created)}</time>}
          {home !== undefined && <span>{tame(home)}</span>}
          <code>{tame(id)}</code>
        </p>
      )}
      <CardActions
        column={column}
        known={known}
        at={at}
        canGo={canGo}
        isProfiled={isProfiled}
        post={post}
      />
    </li>
  );
}

/** The source of a column's figures in a word. */
function sourceWord({ source }: ComparisonColumn, known: KnownColumn | undefined): string {
  if (source === 'published') return t('published: means only');
  if (source === 'imported') return t('imported: means only');
  return known?.isSample ? t('measured, sample run') : t('measured');
}

function CardActions({ column, known, at, canGo, isProfiled, post }: Parameters<typeof Card>[0]) {
  const order = references();
  const others = order.filter((_, each) => each !== at);
  const reference = known?.reference ?? '';
  const named = `${toColumnLetter(at)}, ${tame(column.label)}`;
  return (
    <p class="bar card-actions">
      {at > 0 && (
        <button
          type="button"
          class="link"
          aria-label={t('Make baseline: {0}', named)}
          onClick={() => post({ type: 'columns', columns: [reference, ...others] })}
        >
          {t('Make baseline')}
        </button>
      )}
      {column.source !== 'published' && (
        <button
          type="button"
          class="link"
          aria-label={t('Results: {0}', named)}
          onClick={() => post({ type: 'results', reference })}
        >
          {t('Results')}
        </button>
      )}
      {isProfiled && (
        <button
          type="button"
          class="link"
          aria-label={t('Where the difference lies: {0}', named)}
          onClick={() => post({ type: 'profile', reference })}
        >
          {t('Where the difference lies')}
        </button>
      )}
      {canGo && (
        <button
          type="button"
          class="link"
          aria-label={t('Remove: {0}', named)}
          onClick={() => post({ type: 'columns', columns: others })}
        >
          {t('Remove')}
        </button>
      )}
    </p>
  );
}
