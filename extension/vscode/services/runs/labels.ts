import { formatNumber } from '../../../measure';

const units = ['KB', 'MB', 'GB', 'TB'];

/** A size on disk as in file managers. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1) : formatNumber(Math.round(value))} ${units[power - 1] ?? ''}`;
}

const maxLength = 120;

/** Makes a text fit a list: one short line without marks that change its direction. */
export function oneLine(text: string): string {
  return text
    .slice(0, 10 * maxLength)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
}
