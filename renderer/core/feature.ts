import type { ComponentType } from 'react';
import type { LazyComponent } from '../ui/lazy-component.ts';

/** The headings of the navigation, in order; '' is above them all. */
export const SECTIONS = ['', 'Watch', 'Author', 'Workspace'] as const;
/** A group of the navigation. */
export type Section = (typeof SECTIONS)[number];

/** A page of the window: a folder in features/ and a line in app/features.ts. */
export interface Feature {
  /** The name in the navigation and in the document's title. */
  readonly name: string;
  /** The URL, such as `/runs`. All paths below it belong to it. */
  readonly path: string;
  readonly section: Section;
  /** The second key of its shortcut `G …`. */
  readonly key: string;
  /** The component of the page, which reads the path below from the URL. */
  readonly Page: LazyComponent<object>;
  /** True when parts of the page have filters of their own. */
  readonly hasParts?: boolean;
  /** A hook for the number beside its link; 0 shows nothing. */
  readonly useBadge?: () => number;
  /** A component that renders nothing and registers commands available on every page. */
  readonly Commands?: ComponentType;
}
