import '../ui/fonts/fonts.css';
import '../ui/tokens.css';
import '../ui/mantine.css';
import '../ui/utilities.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import type { Fetch } from '../core/data/api.ts';
import { createHangar } from '../core/data/create-hangar.ts';
import { findDesktop } from '../core/data/desktop.ts';
import { createPageStream } from '../core/data/page-stream.ts';
import { whenDrawn, whenIdle } from '../ui/deferred-code.ts';
import { RunForm } from '../core/run/RunDialog.tsx';
import { isAt } from '../core/page/page.ts';
import { CodeEditor } from '../ui/inputs/CodeEditor.tsx';
import { features, loadFeature } from './features.ts';

/** The typefaces of fonts.css. */
const FONTS = ['13px "Inter Variable"', '12px "JetBrains Mono Variable"'];

/** Maximum time in milliseconds to wait for the first page's code before rendering. */
const MAX_WAIT = 1000;

declare global {
  interface Navigator {
    /** Absent in Firefox and Safari. See https://wicg.github.io/savedata/. */
    readonly connection?: { readonly saveData: boolean };
  }
}

const access: Fetch = (url, init) => fetch(url, init);
const hangar = createHangar(access, findDesktop(), localStorage, createPageStream(access));
hangar.live.start();
const root = document.getElementById('root');
if (root !== null) {
  // No top-level await: pages import from the chunk of this file, which would be a deadlock.
  void prefetchCurrentPage().then(() => {
    createRoot(root).render(<App hangar={hangar} />);
    whenDrawn(() => {
      if (navigator.connection?.saveData !== true) whenIdle(prefetchRemaining);
    });
  });
}

/** Loads the code of the page in the URL and the typefaces, so that it renders without a loading state and nothing moves. */
async function prefetchCurrentPage(): Promise<void> {
  const [first] = features;
  const here = features.find(({ path }) => isAt(path)) ?? first;
  await withinLimit(Promise.all([here?.Page.prefetch(), ...FONTS.map((font) => document.fonts.load(font))]));
}

/** Waits for work, at most `MAX_WAIT`. */
function withinLimit(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
}

/** Loads all other code, one chunk after the other, and the first rows of lists, while the window is idle. */
function prefetchRemaining(): void {
  const pages = features.map((feature) => () => loadFeature(feature, hangar));
  const waiting = [...pages, RunForm.prefetch, CodeEditor.prefetch];
  const next = (): void => {
    const prefetch = waiting.shift();
    if (prefetch !== undefined) whenIdle(() => void prefetch().then(next));
  };
  next();
}
