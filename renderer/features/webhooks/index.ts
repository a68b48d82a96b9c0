import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Webhooks. */
export const webhooks: Feature = {
  name: 'Webhooks',
  path: '/webhooks',
  section: 'Author',
  key: 'W',
  Page: lazyPage(() => import('./WebhooksPage.tsx').then((file) => file.WebhooksPage)),
};
