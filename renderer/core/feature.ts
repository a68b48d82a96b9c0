import type { ComponentType } from 'react';
import type { LazyComponent } from '../ui/lazy-component.ts';

/** The headings of the navigation, in order; '' stands above them all. */
export const SECTIONS = ['', 'Watch', 'Author', 'Workspace'] as const;
/** A group of the navigation. */
export type Section = (typeof SECTIONS)[number];

/** A place of the window: one folder in features/, one line in app/features.ts. */
export interface Feature {
  /** Its name everywhere: the navigation link, the document's title. */
  readonly name: string;
  /** Its URL, `/runs`; everything below it belongs to it, too. */
  readonly path: string;
  readonly section: Section;
  /** The second key of `G …`, which goes there. */
  readonly key: string;
  /** Shows the whole place: reads what is below its path from the URL. */
  readonly Page: LazyComponent<object>;
  /** True when filters belong to parts of the place, each with a list of its own. */
  readonly hasParts?: boolean;
  /** A hook for the number beside its link; nothing is shown for 0. */
  readonly useBadge?: () => number;
  /** A component without a face that offers commands wherever one is (`useCommands`). */
  readonly Commands?: ComponentType;
}
