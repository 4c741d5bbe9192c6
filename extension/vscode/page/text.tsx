import { visibleLine } from '../../base';
import { type Figure, formatMargin, NO_FIGURE, UNBOUNDED } from '../../measure';
import { formatMoment } from '../../report';

// Longer names are a mistake or malice; the recording keeps the whole name.
const LONGEST = 160;

/** Text of unknown origin on one line: control characters made visible, excess length cut. */
export function tame(text: string, longest = LONGEST): string {
  const start = text.slice(0, 2 * longest);
  const visible = visibleLine(start);
  const letters = Array.from(visible);
  if (letters.length <= longest && start.length === text.length) return visible;
  return `${letters.slice(0, longest - 1).join('')}…`;
}

/** Formats a moment as in all views; an invalid one stays as it is. */
export function formatCreated(created: string): string {
  const date = new Date(created);
  return Number.isNaN(date.getTime()) ? tame(created) : formatMoment(date);
}

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

/** A figure, or a greyed sign with the reason why there is none. */
export function FigureText({
  of,
  format,
}: {
  readonly of: Figure | undefined;
  readonly format: (value: number) => string;
}) {
  if (of === undefined) return <span class="missing">{NO_FIGURE}</span>;
  if ('value' in of) {
    return (
      <>
        {of.upper === null && UNBOUNDED}
        {format(of.value)}
        <span class="margin">{formatMargin(of)}</span>
      </>
    );
  }
  return (
    <span class="missing" title={of.insufficient}>
      {NO_FIGURE}
      <span class="visually-hidden"> {of.insufficient}</span>
    </span>
  );
}
