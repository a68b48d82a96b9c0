import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Settings page. */
export const settings: Feature = {
  name: 'Settings',
  path: '/settings',
  section: 'Workspace',
  key: 'C',
  Page: lazyComponent(() => import('./SettingsPage.tsx').then((file) => file.SettingsPage)),
};
