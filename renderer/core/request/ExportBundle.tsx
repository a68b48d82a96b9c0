import { ActionIcon, Button } from '@mantine/core';
import { DownloadIcon } from 'lucide-react';
import { useIsInMenu } from '../../ui/inputs/MenuPopover.tsx';
import { routes } from '../data/routes.ts';

const TITLE = 'One file with definitions, runs, traffic and findings, without secrets';

/**
 * Downloads definitions, state, traffic and findings as one file for a colleague, without secrets.
 *
 * @param props `brief` for an icon beside other buttons; in a menu it has its name all the same
 */
export function ExportBundle({ brief = false }: { brief?: boolean }) {
  const link = { component: 'a', href: routes.bundle.path, download: '', title: TITLE } as const;
  if (useIsInMenu() || !brief) return <Button {...link}>Export bundle</Button>;
  return (
    <ActionIcon {...link} variant="default" size={28} aria-label="Export bundle">
      <DownloadIcon size={16} />
    </ActionIcon>
  );
}
