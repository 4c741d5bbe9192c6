import { tame } from './text';

// A tooltip may hold more than a line.
const TOOLTIP = 1000;

/** A name out of a recording or a run: text and nothing else, whatever it holds. */
export function Name({ text, class: className = '' }: { text: string; class?: string }) {
  const shown = tame(text);
  return (
    <bdi class={`name ${className}`} title={shown.length > 24 ? tame(text, TOOLTIP) : undefined}>
      {shown}
    </bdi>
  );
}
