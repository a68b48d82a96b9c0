import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useApi, type PromptItem } from '../../core/hangar.ts';
import { useEntityTitle } from '../../core/page.ts';
import { PromptCard } from '../../core/prompt/PromptCard.tsx';
import { useQuery } from '../../core/query.ts';
import { QueryView } from '../../core/QueryView.tsx';
import { MetaLine } from '../../ui/MetaLine.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { AnyStatus } from '../../ui/status.ts';

/** One prompt: its form or its answer, and a link to the next prompt. */
export function PromptDetail({ id, next }: { id: string; next: PromptItem | undefined }) {
  const api = useApi();
  const query = useQuery(
    `prompt ${id}`,
    () => api.prompts.get({ params: { id } }),
    (event) => event.type === 'prompt' && event.row.prompt.id === id,
  );
  return (
    <QueryView query={query} noun="prompt">
      {(item) => <Loaded item={item} next={next} />}
    </QueryView>
  );
}

function Loaded({ item, next }: { item: PromptItem; next: PromptItem | undefined }) {
  const { prompt, name, environment, sessionID } = item;
  useEntityTitle(prompt.description === '' ? name : prompt.description);
  const status = statusOf(item);
  return (
    <>
      <PageHeader
        title={name}
        badge={<StatusBadge status={status} />}
        meta={
          <MetaLine
            items={[
              prompt.id,
              environment,
              <>
                created <RelativeTime at={prompt.createdAt} suffix="ago" />
              </>,
              <Link href={`/runs/${prompt.runID}`}>run ↗</Link>,
              sessionID !== '' && <Link href={`/sessions/${sessionID}`}>session ↗</Link>,
            ]}
          />
        }
        actions={
          next !== undefined && (
            <Button
              component={Link}
              href={`/prompts/${next.prompt.id}`}
              variant={status === 'WaitingForPrompt' ? 'default' : 'filled'}
            >
              Next prompt
            </Button>
          )
        }
      />
      <div className="scroll" role="region" aria-label="Prompt" tabIndex={0}>
        <PromptCard item={item} />
      </div>
    </>
  );
}

function statusOf({ prompt }: PromptItem): AnyStatus {
  if (prompt.submittedAt !== null) return 'Submitted';
  return prompt.cancelledAt === null ? 'WaitingForPrompt' : 'Cancelled';
}
