import { type ComponentChild, render } from 'preact';
import { Announcer } from './announce';
import { followTheme } from './theme';

/** Puts a view in the place of its outline. */
export function mount(view: ComponentChild): void {
  const place = document.getElementById('view');
  if (place === null) return;
  followTheme();
  place.replaceChildren();
  place.removeAttribute('aria-busy');
  render(
    <>
      {view}
      <Announcer />
    </>,
    place,
  );
}
