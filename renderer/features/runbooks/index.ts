import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Runbooks: where sequences of automations are authored. */
export const runbooks: Feature = {
  name: 'Runbooks',
  path: '/runbooks',
  section: 'Author',
  key: 'B',
  Page: lazyPage(() => import('./RunbooksPage.tsx').then((file) => file.RunbooksPage)),
};
