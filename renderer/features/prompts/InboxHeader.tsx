import { Button } from '@mantine/core';
import { ClockIcon, LayersIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PromptItem, RequestItem } from '../../core/data/hangar.ts';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { CopiedID } from '../../ui/inputs/CopiedID.tsx';
import { MetaItem, MetaLine } from '../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import type { AnyStatus } from '../../ui/text/status.ts';
import { useRuleDialog } from './rules/use-rule-dialog.ts';

interface InboxHeaderProps {
  readonly item: PromptItem | RequestItem;
  readonly title: string;
  readonly id: string;
  readonly status: AnyStatus;
  readonly isPending: boolean;
  readonly created: { readonly verb: 'created' | 'requested'; readonly at: string };
  readonly links: readonly ReactNode[];
  /** Further actions. */
  readonly children?: ReactNode;
}

/** The header of a prompt or a request for approval, with the button that makes a rule of its answer. */
export function InboxHeader({ item, title, id, status, isPending, created, links, children }: InboxHeaderProps) {
  const { answerLike } = useRuleDialog();
  const age = (
    <MetaItem icon={ClockIcon}>
      {created.verb} <RelativeTime at={created.at} suffix="ago" />
    </MetaItem>
  );
  const environment = <MetaItem icon={LayersIcon}>{item.environment}</MetaItem>;
  return (
    <PageHeader
      title={title}
      badge={<StatusBadge status={status} />}
      meta={<MetaLine items={[...links, environment, age, <CopiedID id={id} label="Copy ID" />]} />}
      actions={
        <ActionBar>
          {/* No rule is offered when a rule answered. */}
          {item.answer === null && (
            <Button onClick={() => answerLike(item)}>
              {isPending ? 'Answer automatically…' : 'Always answer like this'}
            </Button>
          )}
          {children}
        </ActionBar>
      }
    />
  );
}
