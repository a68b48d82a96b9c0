import { lazyComponent } from '../deferred-code.ts';
import { stripBidiControls } from '../text/shown-text.tsx';
import classes from './markdown.module.css';

/** A text in Markdown, without active content. Its parser is loaded on first use; until then the text is shown as it is. */
export const LazyMarkdown = lazyComponent(
  () => import('./Markdown.tsx').then((file) => file.Markdown),
  ({ text }: { text: string }) => <pre className={classes['plain']}>{stripBidiControls(text)}</pre>,
);
