import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './MetaLine.module.css';
import { stripBidiControls } from './shown-text.tsx';

/** Short texts and links in one line that breaks where it must. Leaves out `false` and ''. */
export function MetaLine({ items }: { items: readonly ReactNode[] }) {
  return (
    <span className={classes['line']}>
      {items
        .filter((item) => item !== false && item !== '')
        .map((item, index) => (
          // Items have no identity but their position.
          <span key={index} className={classes['item']}>
            {stripBidiControls(item)}
          </span>
        ))}
    </span>
  );
}

/** An item of a `MetaLine` after the icon of its kind. Cut at the end of the line; the tooltip has a whole text. */
export function MetaItem({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  const content = stripBidiControls(children);
  return (
    <>
      <Icon size={12} />
      <span className="ellipsis" title={typeof content === 'string' ? content : undefined}>
        {content}
      </span>
    </>
  );
}

/** An item of a `MetaLine` that links to something by its name. */
export function MetaLink({ icon, href, name }: { icon: LucideIcon; href: string; name: string }) {
  const text = stripBidiControls(name);
  return (
    <MetaItem icon={icon}>
      <Link href={href} title={text}>
        {text}
      </Link>
    </MetaItem>
  );
}
