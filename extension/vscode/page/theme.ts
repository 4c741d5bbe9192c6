import { signal } from '@preact/signals';

/** Counts changes of the theme: what is drawn on a canvas depends on it. */
export const themeChanges = signal(0);

/** Follows the editor's theme; VS Code tells of it by the body's class and the root's style. */
export function followTheme(): void {
  const observer = new MutationObserver(() => (themeChanges.value += 1));
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
}

/** A colour of the theme as a canvas takes it; the first of the variables that is set. */
export function themeColour(...variables: readonly string[]): string {
  const style = getComputedStyle(document.documentElement);
  const found = variables.map((name) => style.getPropertyValue(name).trim());
  return found.find((value) => value !== '') ?? 'currentColor';
}

/** Whether borders and patterns must carry what colours cannot. */
export function isHighContrast(): boolean {
  const { classList } = document.body;
  return (
    classList.contains('vscode-high-contrast') || classList.contains('vscode-high-contrast-light')
  );
}
