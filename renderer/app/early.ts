import { Ahead } from '../core/ahead.ts';
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
const [, place = '', ...below] = location.pathname.split('/');
const search = new URLSearchParams(location.search);

const ahead = new Ahead((url, init) => fetch(url, init));

/** The world of this window. It keeps events back until `listen`. */
export const hangar = createHangar(ahead.fetch, findDesktop(), localStorage);

/** The place is drawn: from now on it follows what happens, and asks for what is so now. */
export function listen(): void {
  ahead.forget();
  hangar.live.release();
}

/** Asks for what the place shows first. Its own code asks again, and tells what went wrong. */
function askAhead(): void {
  const { api } = createServer(ahead.ask, () => undefined);
  const beginning = { below, get: (name: string) => search.get(name) ?? '' };
  const asked = ofPlace(firstRequests)?.({ api, collections: hangar.collections }, beginning) ?? [];
  void Promise.allSettled(asked);
}

function ofPlace<Value>(files: Readonly<Record<string, Value>>): Value | undefined {
  return Object.entries(files).find(([file]) => file.startsWith(`../features/${place || 'overview'}/`))?.[1];
}

let begin: (() => void) | undefined = askAhead;
hangar.live.onLoad(() => {
  // Once the stream runs, since what happens from then on is kept back; what was asked before a gap in it is old.
  ahead.forget();
  begin?.();
  begin = undefined;
});
hangar.live.hold();
hangar.live.start();
// What the place lists, where that is a collection of its name and nothing else is said; then what the shell shows.
const collections: Readonly<Record<string, { readonly start: () => void }>> = { ...hangar.collections };
if (ofPlace(firstRequests) === undefined && Object.hasOwn(collections, place)) collections[place]?.start();
const { info, prompts, environments, workspace } = hangar.collections;
for (const { start } of [info, prompts, environments, workspace]) start();
// The window itself asks again, and says so when it cannot be had.
void ofPlace(pages)?.().catch(() => undefined);
