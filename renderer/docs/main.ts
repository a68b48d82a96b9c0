import './docs.css';
import { SearchField } from './search-field.ts';

/** The storage key of the window's theme (Mantine). */
const KEY = 'mantine-color-scheme-value';

// Before the first drawing, to avoid a flash of the other theme.
followTheme();
document.addEventListener('DOMContentLoaded', () => {
  new SearchField(document);
  addressExamples();
  document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
  makeScrollable();
  window.addEventListener('resize', makeScrollable);
});

/** Puts the address of this Hangar into the examples. An export on another server, which links to no window, keeps the usual one. */
function addressExamples(): void {
  if (document.querySelector('header a')?.getAttribute('href') !== '/') return;
  for (const code of document.querySelectorAll('main code'))
    code.textContent = code.textContent.replaceAll('http://127.0.0.1:4100', location.origin);
}

/** Makes elements with horizontal overflow scrollable by keyboard. */
function makeScrollable(): void {
  for (const element of document.querySelectorAll<HTMLElement>('main pre, main .scroll')) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}

/** Shows the page in the window's theme and follows its changes. */
function followTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    const system = dark.matches ? 'dark' : 'light';
    const chosen = storedTheme();
    document.documentElement.dataset['mantineColorScheme'] = chosen === 'light' || chosen === 'dark' ? chosen : system;
  };
  apply();
  dark.addEventListener('change', apply);
  window.addEventListener('storage', apply);
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Ignored when storage is forbidden.
    return null;
  }
}
