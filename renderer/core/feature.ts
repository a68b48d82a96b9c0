import { type ComponentType, lazy } from 'react';

/** The headings of the navigation, in order; '' stands above them all. */
export const SECTIONS = ['', 'Watch', 'Author', 'Workspace'] as const;
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
  readonly Page: ComponentType;
  /** A hook for the number beside its link; nothing is shown for 0. */
  readonly useBadge?: () => number;
  /** A component without a face that offers commands wherever one is (`useCommands`). */
  readonly Commands?: ComponentType;
}

/** How often a page is asked for while the server is away, and how long in between, in milliseconds. */
const TRIES = 300;
const BETWEEN_TRIES = 1000;

/** A page loaded when it is first looked at; while the server is away it is asked for again and again. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await persistently(load) }));
}

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await load();
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
    }
  }
}
