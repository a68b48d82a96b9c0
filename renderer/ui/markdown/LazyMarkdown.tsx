import { Suspense } from 'react';
import { lazyComponent } from '../deferred-code.ts';
import { stripBidiControls } from '../text/shown-text.tsx';
import classes from './markdown.module.css';

const Markdown = lazyComponent(() => import('./Markdown.tsx').then((file) => file.Markdown));

/** A text in Markdown, without active content. Its parser is loaded on first use; until then the text is shown as it is. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<pre className={classes['plain']}>{stripBidiControls(text)}</pre>}>
      <Markdown text={text} />
    </Suspense>
  );
}
