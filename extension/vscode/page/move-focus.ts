/** Moves from operation to operation by arrow keys. */
export function moveFocus(event: KeyboardEvent, body: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || body === null) return;
  const buttons = [...body.querySelectorAll<HTMLButtonElement>('button.operation')];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}
