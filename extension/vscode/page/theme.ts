import { signal } from '@preact/signals';

/** Counts changes of the theme, on which canvas drawings depend. */
export const themeChanges = signal(0);

/** Follows the editor's theme; VS Code sets it in the body's class and the root's style. */
export function followTheme(): void {
  const observer = new MutationObserver(() => (themeChanges.value += 1));
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
}

/** A theme colour for a canvas: the first of the variables that is set. */
export function themeColour(...variables: readonly string[]): string {
  const style = getComputedStyle(document.documentElement);
  const found = variables.map((name) => style.getPropertyValue(name).trim());
  return found.find((value) => value !== '') ?? 'currentColor';
}

/** True if borders and patterns must replace colours. */
export function isHighContrast(): boolean {
  const { classList } = document.body;
  return (
    classList.contains('vscode-high-contrast') || classList.contains('vscode-high-contrast-light')
  );
}

/** The kinds of activities that have a colour of their own. */
type ColouredKind = 'own' | 'interrupt' | 'timer' | 'task' | 'scheduler' | 'idle';

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

/** The number of looks before they repeat. */
export const LOOKS = 6;

/** The class with a line's colour and dashes. */
export function chooseLook(at: number): string {
  return `look-${at % LOOKS}`;
}
