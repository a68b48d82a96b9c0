import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Resources. */
export const resources: Feature = {
  name: 'Resources',
  path: '/resources',
  section: 'Author',
  key: 'D',
  Page: lazyPage(() => import('./ResourcesPage.tsx').then((file) => file.ResourcesPage)),
};
