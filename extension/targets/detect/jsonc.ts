/** What a text says as JSON, or why it is none. */
export type JsonReading = { readonly value: unknown } | { readonly problem: string };

const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const STRING_OR_LAST_COMMA = /"(?:\\.|[^"\\\n])*"|,(?=\s*[}\]])/g;

/** Reads JSON as editors write it: with comments and with a comma behind the last member. */
export function parseJsonc(text: string): JsonReading {
  const bare = text
    .replace(/^\uFEFF/, '')
    .replaceAll(STRING_OR_COMMENT, keepString)
    .replaceAll(STRING_OR_LAST_COMMA, keepString);
  if (bare.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(bare) as unknown };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** What is removed leaves its lines, so that a problem names the place that its writer sees. */
function keepString(found: string): string {
  return found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, ' ');
}
