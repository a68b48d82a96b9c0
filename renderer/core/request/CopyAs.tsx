import { ActionIcon, Button, Group, Popover, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { keysOf } from '../../../shared/values/keys-of.ts';
import { useIsInMenu } from '../../ui/ActionBar.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { COPY_FORMATS, type CopiedRequest, type CopyFormatName, curlOfRequest } from './copy-formats.ts';

/** Copies a request as curl, or as code of a chosen language. In a menu, each is an item. */
export function CopyAs({ request }: { request: CopiedRequest }) {
  const isInMenu = useIsInMenu();
  if (!isInMenu) return <CopyAsButtons request={request} />;
  return (
    <>
      <CopyButton size="sm" value={() => curlOfRequest(request)} label="Copy as curl" />
      {keysOf(COPY_FORMATS).map((name) => (
        <CopyButton
          key={name}
          size="sm"
          value={() => COPY_FORMATS[name].write(request)}
          label={`Copy as ${COPY_FORMATS[name].label}`}
        />
      ))}
    </>
  );
}

function CopyAsButtons({ request }: { request: CopiedRequest }) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const [isOpen, setOpen] = useState(false);
  const choose = (name: CopyFormatName) => {
    copy(COPY_FORMATS[name].write(request));
    setOpen(false);
  };
  return (
    <Group gap={2} wrap="nowrap">
      <CopyButton size="sm" value={() => curlOfRequest(request)} label="Copy as curl" />
      <Popover position="bottom-end" trapFocus opened={isOpen} onChange={setOpen}>
        <Popover.Target>
          <ActionIcon
            variant="default"
            size={28}
            aria-label={copied ? 'Copy as: copied' : 'Copy as…'}
            title="Copy as…"
            data-copied={copied}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={copied ? 'check' : 'chevron-down'} size={14} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="Copy as" p={4}>
          <Stack gap={0}>
            {keysOf(COPY_FORMATS).map((name) => (
              <Button key={name} variant="subtle" color="gray" justify="start" onClick={() => choose(name)}>
                {COPY_FORMATS[name].label}
              </Button>
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
