import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The place Settings. */
export const settings: Feature = {
  name: 'Settings',
  path: '/settings',
  section: 'Workspace',
  key: 'C',
  Page: lazyComponent(() => import('./SettingsPage.tsx').then((file) => file.SettingsPage)),
};
