import type { EventRow, ExplainedSample, Explanation, TraceInfo } from '../../core/trace/model';

/** How much of a name or a line of text of unknown length a view is sent. */
const LONGEST_NAME = 160;
const LONGEST_LINE = 400;
/** How many lines of a list that anybody may have written. */
const MOST_LINES = 100;

/** A text with an end: what is cut off is told by an ellipsis. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Not between the halves of one character.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(longest - 2)) ? longest - 2 : longest - 1;
  return `${text.slice(0, end)}…`;
}

function lines(texts: readonly string[]): readonly string[] {
  const shown = texts.slice(0, MOST_LINES).map((text) => shorten(text, LONGEST_LINE));
  const more = texts.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more`] : shown;
}

/** What is known of a recording, in a message of a size that does not depend on its contents. */
export function boundedInfo(info: TraceInfo): TraceInfo {
  return {
    ...info,
    lanes: info.lanes.map((lane) => ({ ...lane, name: shorten(lane.name, LONGEST_NAME) })),
    cores: info.cores.map((core) => ({ ...core, segments: core.segments.slice(0, MOST_LINES) })),
    operations: info.operations.slice(0, 2 * MOST_LINES).map((operation) => ({
      ...operation,
      name: shorten(operation.name, LONGEST_NAME),
      at: shorten(operation.at, LONGEST_NAME),
    })),
    header: lines(info.header),
    system: lines(info.system),
    problems: lines(info.problems),
    notices: lines(info.notices),
  };
}

/** An event with a text of bounded length. */
export const boundedRow = (row: EventRow): EventRow => ({
  ...row,
  text: shorten(row.text, LONGEST_LINE),
});

/** An explanation with names of bounded length. */
export function boundedParts<T extends Explanation | ExplainedSample>(explanation: T): T {
  return {
    ...explanation,
    sentence: shorten(explanation.sentence, 10 * LONGEST_LINE),
    parts: explanation.parts
      .slice(0, MOST_LINES)
      .map((part) => ({ ...part, name: shorten(part.name, LONGEST_NAME) })),
    notes: lines(explanation.notes),
  };
}
