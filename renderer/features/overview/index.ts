import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Overview: what to put into one's program, and what happens now. */
export const overview: Feature = {
  name: 'Overview',
  path: '/overview',
  section: '',
  key: 'O',
  Page: lazyPage(() => import('./OverviewPage.tsx').then((file) => file.OverviewPage)),
};
