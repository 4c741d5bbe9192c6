/** What takes time in a recording, as far as its kind has a colour of its own. */
export type ColouredKind = 'own' | 'interrupt' | 'timer' | 'task' | 'scheduler' | 'idle';

/**
 * Every view shows a kind in the same colour. The first of the theme's variables that is set; tasks
 * of a time line take colours in turn and are told apart by their lanes.
 */
export const kindColours: Readonly<Record<ColouredKind, readonly string[]>> = {
  own: ['--vscode-charts-blue'],
  interrupt: ['--vscode-charts-red'],
  timer: ['--vscode-charts-orange'],
  task: ['--vscode-charts-purple'],
  scheduler: ['--vscode-charts-yellow'],
  idle: ['--vscode-disabledForeground', '--vscode-descriptionForeground'],
};

/** The same colour as a style sheet takes it; nothing for a kind that is shown by a pattern. */
export function kindColour(kind: string): string | undefined {
  const names = (kindColours as Readonly<Record<string, readonly string[] | undefined>>)[kind];
  return names?.reduceRight<string | undefined>(
    (otherwise, name) =>
      `var(${[name, otherwise].filter((part) => part !== undefined).join(', ')})`,
    undefined,
  );
}
