import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Runbooks page. */
export const runbooks: Feature = {
  name: 'Runbooks',
  path: '/runbooks',
  section: 'Author',
  key: 'B',
  Page: lazyComponent(() => import('./RunbooksPage.tsx').then((file) => file.RunbooksPage)),
};
