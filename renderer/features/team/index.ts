import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Team page. */
export const team: Feature = {
  name: 'Team',
  path: '/team',
  section: 'Workspace',
  key: 'M',
  hasParts: true,
  Page: lazyComponent(() => import('./TeamPage.tsx').then((file) => file.TeamPage)),
};
