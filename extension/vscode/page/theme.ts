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
