import { visibleLine } from '../../base';

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
