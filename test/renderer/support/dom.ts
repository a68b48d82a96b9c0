import { Window } from 'happy-dom';
import { populateGlobal } from 'vitest/runtime';

const WIDTH = 1280;
const HEIGHT = 800;

/**
 * A document for components, in Node's own world: `fetch`, streams and `AbortController` stay Node's, so that the window
 * talks to a real server.
 */
const page = new Window({ url: 'http://127.0.0.1:4100/', width: WIDTH, height: HEIGHT });
populateGlobal(globalThis, page, { bindFunctions: true });

// No layout here: every element has the size of the page, so that virtual lists render rows.
for (const [name, size] of [
  ['offsetWidth', WIDTH],
  ['offsetHeight', HEIGHT],
  ['clientWidth', WIDTH],
  ['clientHeight', HEIGHT],
] as const) {
  Object.defineProperty(page.HTMLElement.prototype, name, { configurable: true, get: () => size });
}

// Autosizing text areas wait for fonts; there are none.
Object.defineProperty(page.document, 'fonts', { value: new EventTarget() });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });

// A popup that a test closes at once is hidden when its focus is set. The warning prints the whole document.
const warn = console.warn;
console.warn = (...values: unknown[]) => {
  if (!String(values[0]).startsWith('[@mantine/hooks/use-focus-trap]')) warn(...values);
};
