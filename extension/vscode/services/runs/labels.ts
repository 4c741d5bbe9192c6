import { formatNumber } from '../../../measure';

const units = ['KB', 'MB', 'GB', 'TB'];

/** A size on disk, as file managers show it. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1) : formatNumber(Math.round(value))} ${units[power - 1] ?? ''}`;
}

const maxLength = 120;

/** A text as a list can show it: in one line, short, and without what would turn its order round. */
export function oneLine(text: string): string {
  return text
    .slice(0, 10 * maxLength)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
}
