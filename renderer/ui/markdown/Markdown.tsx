import { useCallback } from 'react';
import classes from './markdown.module.css';
import { markdownFragment } from './markdown-fragment.ts';

/** A text in Markdown, whose parser comes with it; see `LazyMarkdown`. */
export function Markdown({ text }: { text: string }) {
  const fill = useCallback((element: HTMLElement | null) => element?.replaceChildren(markdownFragment(text)), [text]);
  return <div className={classes['markdown']} ref={fill} />;
}
