import { visibleLine } from './visible';

/** Colours of text on a page of each kind: an image on it is only told which of them it is. */
export const ON_LIGHT = '#24292f';
export const ON_DARK = '#e6edf3';

/** Text as XML takes it. */
export function escapeXml(text: string): string {
  // No control character is allowed in XML, not even escaped.
  return visibleLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
