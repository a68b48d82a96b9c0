import { Window } from 'happy-dom';
import { populateGlobal } from 'vitest/runtime';

const WIDTH = 1280;
const HEIGHT = 800;

/**
 * A document for components, in Node's own world: `fetch`, streams and `AbortController` stay Node's, so that the window
 * talks to a real server. Import it before anything that looks for a document.
 */
const page = new Window({ url: 'http://127.0.0.1:4100/', width: WIDTH, height: HEIGHT });
populateGlobal(globalThis, page, { bindFunctions: true });

// There is no layout here: everything is as large as the page, so that virtual lists show rows.
for (const [name, size] of [
  ['offsetWidth', WIDTH],
  ['offsetHeight', HEIGHT],
  ['clientWidth', WIDTH],
  ['clientHeight', HEIGHT],
] as const) {
  Object.defineProperty(page.HTMLElement.prototype, name, { configurable: true, get: () => size });
}

// Text areas that grow ask for the fonts; there are none to wait for.
Object.defineProperty(page.document, 'fonts', { value: new EventTarget() });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
