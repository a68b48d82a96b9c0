import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Traffic. */
export const traffic: Feature = {
  name: 'Traffic',
  path: '/traffic',
  section: '',
  key: 'F',
  Page: lazyPage(() => import('./TrafficPage.tsx').then((file) => file.TrafficPage)),
};
