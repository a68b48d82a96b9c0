import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EntityView } from '../../core/EntityView.tsx';
import { useApi, type PromptItem } from '../../core/hangar.ts';
import { useEntityTitle } from '../../core/page.ts';
import { PromptCard } from '../../core/prompt/PromptCard.tsx';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { MetaLine } from '../../ui/MetaLine.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRuleDialog } from './rules/use-rule-dialog.ts';
import type { AnyStatus } from '../../ui/status.ts';

interface PromptDetailProps {
  /** The prompt to answer after this one. */
  readonly next: PromptItem | undefined;
  readonly onAnswered: (item: PromptItem, byEnter: boolean) => void;
}

/** One prompt: its form or its answer, and a link to the next prompt. */
export function PromptDetail({ id, ...props }: PromptDetailProps & { id: string }) {
  return (
    <EntityView kind="prompt" id={id} load={useApi().prompts.get}>
      {(item) => <Loaded item={item} {...props} />}
    </EntityView>
  );
}

function Loaded({ item, next, onAnswered }: PromptDetailProps & { item: PromptItem }) {
  const { prompt, name, environment, sessionID } = item;
  useEntityTitle(prompt.description === '' ? name : prompt.description);
  const status = statusOf(item);
  const { answerLike } = useRuleDialog();
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
              <Link href={`/runs/${prompt.runID}`}>run</Link>,
              sessionID !== '' && <Link href={`/sessions/${sessionID}`}>session</Link>,
            ]}
          />
        }
        actions={
          <ActionBar>
            {/* No rule is offered when a rule answered. */}
            {item.answer === null && (
              <Button onClick={() => answerLike(item)}>
                {status === 'WaitingForPrompt' ? 'Answer automatically…' : 'Always answer like this'}
              </Button>
            )}
            {next !== undefined && (
              <Button
                component={Link}
                href={`/prompts/${next.prompt.id}`}
                variant={status === 'WaitingForPrompt' ? 'default' : 'filled'}
              >
                Next prompt
              </Button>
            )}
          </ActionBar>
        }
      />
      <div className="scroll" role="region" aria-label="Prompt" tabIndex={0}>
        <PromptCard item={item} focused onAnswered={(byEnter) => onAnswered(item, byEnter)} />
      </div>
    </>
  );
}

function statusOf({ prompt }: PromptItem): AnyStatus {
  if (prompt.submittedAt !== null) return 'Submitted';
  return prompt.cancelledAt === null ? 'WaitingForPrompt' : 'Cancelled';
}
