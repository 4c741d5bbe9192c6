import type { ComponentChildren } from 'preact';
import { t } from './l10n';

type Kind = 'info' | 'warning' | 'error';

const SHAPES: Readonly<Record<Kind, string>> = {
  info: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M8 7v4.5M8 4.2v1.3',
  warning: 'M8 1.8L14.8 14H1.2ZM8 6v4M8 11.3v1.3',
  error: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M5.5 5.5l5 5M10.5 5.5l-5 5',
};

/** A remark to read first; its sign shows its weight without colour. */
export function Notice({
  kind,
  role = 'note',
  children,
}: {
  readonly kind: Kind;
  /** `alert` for something that has just happened. */
  readonly role?: 'note' | 'alert';
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={role}>
      <svg class="sign" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      <div>{children}</div>
    </div>
  );
}

/** A failure, what to try, and the buttons for that, the last of which shows the log. */
export function FailureNotice({
  message,
  hint,
  onLog,
  children,
}: {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly onLog: () => void;
  readonly children?: ComponentChildren;
}) {
  return (
    <Notice kind="error" role="alert">
      <p>{message}</p>
      {hint !== undefined && <p class="dim">{hint}</p>}
      <p class="bar">
        {children}
        <button type="button" onClick={onLog}>
          {t('Show the log')}
        </button>
      </p>
    </Notice>
  );
}
