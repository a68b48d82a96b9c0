import { ActionIcon } from '@mantine/core';
import { Icon } from '../ui/icons/Icon.tsx';
import { routes } from './routes.ts';

/** Downloads what Hangar knows as one file for a colleague: definitions, state, traffic and findings, without secrets. */
export function ExportBundle() {
  const title = 'Export bundle: one file with definitions, runs, traffic and findings, without secrets';
  return (
    <ActionIcon
      component="a"
      href={routes.bundle.path}
      download=""
      size={28}
      variant="default"
      aria-label="Export bundle"
      title={title}
    >
      <Icon name="download" size={16} />
    </ActionIcon>
  );
}
