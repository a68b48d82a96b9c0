import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Sessions. */
export const sessions: Feature = {
  name: 'Sessions',
  path: '/sessions',
  section: 'Watch',
  key: 'S',
  Page: lazyPage(() => import('./SessionsPage.tsx').then((file) => file.SessionsPage)),
};
