import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Sessions page. */
export const sessions: Feature = {
  name: 'Sessions',
  path: '/sessions',
  section: 'Watch',
  key: 'S',
  Page: lazyComponent(() => import('./SessionsPage.tsx').then((file) => file.SessionsPage)),
};
