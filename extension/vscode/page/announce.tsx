import { signal } from '@preact/signals';

const said = signal('');

/** Has a screen reader announce a text once it is idle. */
export function announce(text: string): void {
  said.value = text;
}

/** The element that holds announcements; each view has one. */
export function Announcer() {
  return (
    <div role="status" class="visually-hidden">
      {said.value}
    </div>
  );
}
