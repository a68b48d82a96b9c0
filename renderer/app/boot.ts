import { ResponsePrefetcher } from '../core/data/response-prefetcher.ts';
import { createServer } from '../core/data/api.ts';
import { createHangar } from '../core/data/create-hangar.ts';
import { findDesktop } from '../core/data/desktop.ts';
import type { FirstRequests } from '../core/data/first-requests.ts';

// Runs while React and the components are still loading (see index.html): connects to the server, and prefetches the first
// responses and the code of the page in the URL. The folder of a page in features/ has the name of its path.
const pages = import.meta.glob('../features/*/*Page.tsx');
const firstRequests = import.meta.glob<FirstRequests>('../features/*/first-requests.ts', {
  eager: true,
  import: 'firstRequests',
});
const [, page = '', ...segments] = location.pathname.split('/');
const search = new URLSearchParams(location.search);

const prefetcher = new ResponsePrefetcher((url, init) => fetch(url, init));

/** The context of this window. Buffers events until `listen`. */
export const hangar = createHangar(prefetcher.fetch, findDesktop(), localStorage);

// Before all other subscribers, so that their reloads do not get cached responses.
hangar.live.onEvents((events) => events.length > 0 && prefetcher.clear());

/** Releases the buffered events. Called once the page is rendered. */
export function listen(): void {
  hangar.live.resume();
}

let firstResponses: Promise<unknown> = Promise.resolve();

/** Waits for the first responses. A component that is rendered with one of them may take another from the cache. */
export const whenAnswered = (): Promise<unknown> => firstResponses;

/** Prefetches the first responses of the page. Its own requests get these responses, and handle errors. */
function prefetchPage(): void {
  const { api } = createServer(prefetcher.prefetch, () => undefined);
  const location = { segments, get: (name: string) => search.get(name) ?? '' };
  const requests = ofPage(firstRequests)?.({ api, collections: hangar.collections }, location) ?? [];
  firstResponses = Promise.allSettled(requests);
}

function ofPage<Value>(files: Readonly<Record<string, Value>>): Value | undefined {
  return Object.entries(files).find(([file]) => file.startsWith(`../features/${page || 'overview'}/`))?.[1];
}

let prefetchOnce: (() => void) | undefined = prefetchPage;
hangar.live.onReload(() => {
  // After the stream has started, so that no event is lost. Responses from before a reconnection are outdated.
  prefetcher.clear();
  prefetchOnce?.();
  prefetchOnce = undefined;
});
hangar.live.pause();
hangar.live.start();
// Load the collection with the name of the page, if it has no `firstRequests`; then the collections of the shell.
const collections: Readonly<Record<string, { readonly start: () => void }>> = { ...hangar.collections };
if (ofPage(firstRequests) === undefined && Object.hasOwn(collections, page)) collections[page]?.start();
const { info, prompts, environments, workspace, clock } = hangar.collections;
for (const { start } of [info, prompts, environments, workspace, clock]) start();
// The lazy component loads it again, and handles errors.
void ofPage(pages)?.().catch(() => undefined);
