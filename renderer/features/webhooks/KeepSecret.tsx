import { Button, Group } from '@mantine/core';
import { type WebhookConfig, webhooksOf } from '../../../shared/model/task.ts';
import { useAction } from '../../core/action.ts';
import { readHeaderLines } from '../../core/request/header-lines.ts';
import { withWebhook } from './change-webhooks.ts';
import { useChangeTask } from './use-change-task.ts';
import type { WebhookGroup } from './webhook-groups.ts';
import type { TestRequest } from './test-request.ts';

interface KeepSecretProps {
  readonly group: WebhookGroup;
  readonly kept: WebhookConfig['signing'];
  readonly value: TestRequest;
}

/** Saves the signing secret and the header with the webhook, in the workspace file. */
export function KeepSecret({ group, kept, value: { secret, signatureHeader: header } }: KeepSecretProps) {
  const changeTask = useChangeTask();
  const keep = useAction(() =>
    changeTask(group.taskID, (task) => {
      const config = webhooksOf(task)[group.slug] ?? { requireServiceToken: false };
      return withWebhook(task, group.slug, { ...config, signing: { secret, header } });
    }),
  );
  const isKept = kept?.secret === secret && kept.header === header;
  const isValid = secret !== '' && readHeaderLines(`${header}: x`).problem === '';
  return (
    <Group>
      <Button size="compact-sm" loading={keep.busy} disabled={isKept || !isValid} onClick={() => void keep.run()}>
        Save with the webhook
      </Button>
      <span className="quiet small" role="status">
        {isKept ? 'Saved in the workspace file. Deliveries can be signed with it.' : ''}
      </span>
    </Group>
  );
}
