/** The kinds of activities that have a colour of their own. */
export type ColouredKind = 'own' | 'interrupt' | 'timer' | 'task' | 'scheduler' | 'idle';

/**
 * Every view shows a kind in the same colour: the first of the theme's variables that is set. Tasks
 * of a timeline take colours in turn and are distinguished by their lanes.
 */
export const kindColours: Readonly<Record<ColouredKind, readonly string[]>> = {
  own: ['--vscode-charts-blue'],
  interrupt: ['--vscode-charts-red'],
  timer: ['--vscode-charts-orange'],
  task: ['--vscode-charts-purple'],
  scheduler: ['--vscode-charts-yellow'],
  idle: ['--vscode-disabledForeground', '--vscode-descriptionForeground'],
};

/** The same colour for a style sheet; undefined for a kind that is shown by a pattern. */
export function kindColour(kind: string): string | undefined {
  const names = (kindColours as Readonly<Record<string, readonly string[] | undefined>>)[kind];
  return names?.reduceRight<string | undefined>(
    (otherwise, name) =>
      `var(${[name, otherwise].filter((part) => part !== undefined).join(', ')})`,
    undefined,
  );
}
