import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Webhooks page. */
export const webhooks: Feature = {
  name: 'Webhooks',
  path: '/webhooks',
  section: 'Author',
  key: 'W',
  Page: lazyComponent(() => import('./WebhooksPage.tsx').then((file) => file.WebhooksPage)),
};
