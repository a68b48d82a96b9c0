import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { keysOf } from '../../../shared/values/objects.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { useIsInMenu } from '../../ui/inputs/MenuPopover.tsx';
import { SplitButton } from '../../ui/inputs/SplitButton.tsx';
import { COPY_FORMATS, type CopiedRequest, curlOfRequest } from './copy-formats.ts';

/** Copies a request as curl, or as code of a chosen language. In a menu, each is an item. */
export function CopyAs({ request }: { request: CopiedRequest }) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const isInMenu = useIsInMenu();
  return (
    <SplitButton
      label="Copy as…"
      done={copied ? 'Copy as: copied' : undefined}
      main={<CopyButton size="sm" value={() => curlOfRequest(request)} label="Copy as curl" />}
    >
      {keysOf(COPY_FORMATS).map((name) => {
        const { label, write } = COPY_FORMATS[name];
        return isInMenu ? (
          <CopyButton key={name} size="sm" value={() => write(request)} label={`Copy as ${label}`} />
        ) : (
          <Button key={name} onClick={() => copy(write(request))}>
            {label}
          </Button>
        );
      })}
    </SplitButton>
  );
}
