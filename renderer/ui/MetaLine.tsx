import { Fragment, type ReactNode } from 'react';

/** Short texts and links in one line, separated by dots. Leaves out `false` and ''. */
export function MetaLine({ items }: { items: readonly ReactNode[] }) {
  return items
    .filter((item) => item !== false && item !== '')
    .map((item, index) => (
      // Items have no identity but their position.
      <Fragment key={index}>
        {index > 0 && ' · '}
        {item}
      </Fragment>
    ));
}
