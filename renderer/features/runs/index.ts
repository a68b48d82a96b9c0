import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Runs: the live list, and one run with everything about it. */
export const runs: Feature = {
  name: 'Runs',
  path: '/runs',
  section: 'Watch',
  key: 'R',
  Page: lazyPage(() => import('./RunsPage.tsx').then((file) => file.RunsPage)),
};
