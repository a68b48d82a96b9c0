import './docs.css';
import { SearchField } from './search-field.ts';
import { followTheme } from './theme.ts';

// Before the page is drawn, which would be seen in the other theme.
followTheme();
document.addEventListener('DOMContentLoaded', () => {
  new SearchField(document);
  makeScrollable();
  window.addEventListener('resize', makeScrollable);
});

/** Lets the keyboard scroll what is wider than the page. */
function makeScrollable(): void {
  for (const element of document.querySelectorAll<HTMLElement>('main pre, main .scroll')) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}
