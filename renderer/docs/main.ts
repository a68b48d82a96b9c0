import './docs.css';
import { SearchField } from './search-field.ts';
import { followTheme } from './theme.ts';

// Before the first drawing, to avoid a flash of the other theme.
followTheme();
document.addEventListener('DOMContentLoaded', () => {
  new SearchField(document);
  makeScrollable();
  window.addEventListener('resize', makeScrollable);
});

/** Makes elements with horizontal overflow scrollable by keyboard. */
function makeScrollable(): void {
  for (const element of document.querySelectorAll<HTMLElement>('main pre, main .scroll')) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}
