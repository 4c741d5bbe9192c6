import { tame } from './text';

// Tooltips may be longer than one line.
const TOOLTIP = 1000;

/** A name from a recording or a run, shown as plain text whatever it contains. */
export function Name({ text, class: className = '' }: { text: string; class?: string }) {
  const shown = tame(text);
  return (
    <bdi class={`name ${className}`} title={shown.length > 24 ? tame(text, TOOLTIP) : undefined}>
      {shown}
    </bdi>
  );
}
