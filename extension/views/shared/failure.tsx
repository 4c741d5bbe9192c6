import type { ComponentChildren } from 'preact';
import { Notice } from './notice';

/** What has gone wrong, what to try, and the buttons for that. */
export function Failure({
  message,
  hint,
  children,
}: {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <Notice kind="error" role="alert">
      <p>{message}</p>
      {hint !== undefined && <p class="dim">{hint}</p>}
      <p class="bar">{children}</p>
    </Notice>
  );
}
