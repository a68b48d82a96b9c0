import { prefetchPromptForm } from '../core/prompt/PromptCard.tsx';
import { RunForm } from '../core/run/lazy-run-form.ts';
import { isAt } from '../core/url.ts';
import { prefetchCodeEditor } from '../ui/CodeEditor.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { features } from './features.ts';

/** The longest that the window stays empty for the page that it begins with, in milliseconds. */
const LONGEST_WAIT = 1000;

/** Loads the page that the window begins with, so that it is drawn at once rather than after a sign that it loads. */
export async function prefetchShownPlace(): Promise<void> {
  const [first] = features;
  const here = features.find(({ path }) => isAt(path)) ?? first;
  const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT));
  await Promise.race([here?.Page.prefetch(), tooLong]);
}

/** Loads everything else, one after the other, while there is nothing else to do. */
export function prefetchTheRest(): void {
  const pages = features.map(({ Page }) => Page.prefetch);
  const waiting = [RunForm.prefetch, prefetchPromptForm, ...pages, prefetchCodeEditor];
  const next = (): void => {
    const prefetch = waiting.shift();
    if (prefetch !== undefined) whenIdle(() => void prefetch().then(next));
  };
  next();
}
