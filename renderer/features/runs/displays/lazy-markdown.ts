import { lazyComponent } from '../../../ui/lazy-component.ts';

/** A text in Markdown, whose parser is loaded on first use. */
export const LazyMarkdown = lazyComponent(() => import('./Markdown.tsx').then((file) => file.Markdown));
