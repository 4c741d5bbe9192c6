/**
 * A message as VS Code shall show it: as text. It makes a link of `[text](command:..)`, which runs
 * the command when it is clicked, and names of files, runs and recordings are anybody's.
 */
export function plainMessage(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').replaceAll('](', '] (');
}
