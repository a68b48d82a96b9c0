import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Runs. */
export const runs: Feature = {
  name: 'Runs',
  path: '/runs',
  section: 'Watch',
  key: 'R',
  Page: lazyPage(() => import('./RunsPage.tsx').then((file) => file.RunsPage)),
};
