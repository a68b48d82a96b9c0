import { ResponsePrefetcher } from '../core/response-prefetcher.ts';
import { createServer } from '../core/api.ts';
import { createHangar } from '../core/create-hangar.ts';
import { findDesktop } from '../core/desktop.ts';
import type { FirstRequests } from '../core/first-requests.ts';

// Runs beside the window's own start (index.html), while React and the components are still being read: connects, and asks for
// what the shell and the place at this address show first, and for the place's code. A place's folder in features/ is named as
// its path.
const pages = import.meta.glob('../features/*/*Page.tsx');
const firstRequests = import.meta.glob<FirstRequests>('../features/*/first-requests.ts', {
  eager: true,
  import: 'firstRequests',
});
const [, place = '', ...segments] = location.pathname.split('/');
const search = new URLSearchParams(location.search);

const prefetcher = new ResponsePrefetcher((url, init) => fetch(url, init));

/** The world of this window. It keeps events back until `listen`. */
export const hangar = createHangar(prefetcher.fetch, findDesktop(), localStorage);

/** The place is drawn: from now on it follows what happens, and asks for what is so now. */
export function listen(): void {
  prefetcher.clear();
  hangar.live.resume();
}

/** Asks for what the place shows first. Its own code asks again, and tells what went wrong. */
function prefetchPage(): void {
  const { api } = createServer(prefetcher.prefetch, () => undefined);
  const location = { segments, get: (name: string) => search.get(name) ?? '' };
  const requests = ofPlace(firstRequests)?.({ api, collections: hangar.collections }, location) ?? [];
  void Promise.allSettled(requests);
}

function ofPlace<Value>(files: Readonly<Record<string, Value>>): Value | undefined {
  return Object.entries(files).find(([file]) => file.startsWith(`../features/${place || 'overview'}/`))?.[1];
}

let prefetchOnce: (() => void) | undefined = prefetchPage;
hangar.live.onReload(() => {
  // Once the stream runs, since what happens from then on is kept back; what was asked before a gap in it is old.
  prefetcher.clear();
  prefetchOnce?.();
  prefetchOnce = undefined;
});
hangar.live.pause();
hangar.live.start();
// What the place lists, where that is a collection of its name and nothing else is said; then what the shell shows.
const collections: Readonly<Record<string, { readonly start: () => void }>> = { ...hangar.collections };
if (ofPlace(firstRequests) === undefined && Object.hasOwn(collections, place)) collections[place]?.start();
const { info, prompts, environments, workspace } = hangar.collections;
for (const { start } of [info, prompts, environments, workspace]) start();
// The window itself asks again, and says so when it cannot be had.
void ofPlace(pages)?.().catch(() => undefined);
