import type { ReactNode } from 'react';
import classes from './DetailTabs.module.css';
import { LinkTabs, TabPanel } from './LinkTabs.tsx';

/** A tab of a detail page and its content. */
interface DetailTab {
  /** Last part of the URL; '' for the first tab. */
  readonly slug: string;
  readonly label: string;
  readonly count?: number;
  /** True for content that scrolls by itself. */
  readonly fill?: boolean;
  readonly content: ReactNode;
}

interface DetailTabsProps {
  readonly label: string;
  /** Path of the detail page, such as `/runs/run20260101…`. */
  readonly path: string;
  /** Query of the list, with its `?`; every tab keeps it. */
  readonly query: string;
  /** Slug in the URL; an unknown one selects the first tab. */
  readonly selected: string;
  readonly tabs: readonly DetailTab[];
  /** Shown at the end of the row of tabs. */
  readonly aside?: ReactNode;
}

/** Tabs of a detail page, each with a URL, and the panel of the selected one. */
export function DetailTabs({ label, path, query, selected, tabs, aside }: DetailTabsProps) {
  const shown = tabs.find(({ slug }) => slug === selected) ?? tabs[0];
  const links = (
    <LinkTabs
      label={label}
      tabs={tabs.map(({ slug, label: text, count = 0 }) => {
        return { label: text, count, href: `${path}${slug === '' ? '' : `/${slug}`}${query}` };
      })}
    />
  );
  return (
    <>
      {aside === undefined || aside === false ? (
        links
      ) : (
        <div className={classes['head']}>
          {links}
          <div className={classes['aside']}>{aside}</div>
        </div>
      )}
      {shown !== undefined && (
        <TabPanel key={shown.slug} label={shown.label} fill={shown.fill ?? false}>
          {shown.content}
        </TabPanel>
      )}
    </>
  );
}
