import { type ComponentChild, render } from 'preact';
import { Announcer } from './announce';
import { followTheme } from './theme';

/** Replaces a view's outline by the view. */
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
