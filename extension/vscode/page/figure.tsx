import { type Figure, NO_FIGURE } from '../../measure';

/** A figure, or a greyed sign with the reason why there is none. */
export function FigureText({
  of,
  format,
}: {
  readonly of: Figure | undefined;
  readonly format: (value: number) => string;
}) {
  if (of === undefined) return <span class="missing">{NO_FIGURE}</span>;
  if ('value' in of) return <>{format(of.value)}</>;
  return (
    <span class="missing" title={of.insufficient}>
      {NO_FIGURE}
      <span class="visually-hidden"> {of.insufficient}</span>
    </span>
  );
}
