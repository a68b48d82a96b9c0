import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Team. */
export const team: Feature = {
  name: 'Team',
  path: '/team',
  section: 'Workspace',
  key: 'M',
  Page: lazyPage(() => import('./TeamPage.tsx').then((file) => file.TeamPage)),
};
