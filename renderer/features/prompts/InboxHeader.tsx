import { Button } from '@mantine/core';
import { ClockIcon, LayersIcon, UsersIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityTitle } from '../../core/page/page.ts';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { CopyIcon } from '../../ui/inputs/CopyButton.tsx';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { MetaItem, MetaLine } from '../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';
import { StatusBadge, StatusIcon } from '../../ui/text/StatusBadge.tsx';
import type { AnyStatus } from '../../ui/text/status.ts';
import { createdAt, idOf, type InboxItem, isPrompt } from './inbox/inbox-items.ts';
import classes from './prompts.module.css';
import { useRuleForm } from './rules/use-rule-form.ts';

/** The place of an item among those that wait, and the way on. */
export interface Onward {
  /** Such as `1 of 12`; '' for an item that does not wait. */
  readonly place: string;
  /** The page of the item to answer next; undefined without one. */
  readonly nextHref: string | undefined;
}

interface InboxHeaderProps extends Onward {
  readonly item: InboxItem;
  readonly title: string;
  readonly status: AnyStatus;
  readonly isPending: boolean;
  readonly links: readonly ReactNode[];
  /** When it times out; false for something that does not. */
  readonly limit: ReactNode;
}

/** The header of a prompt or an approval, with the button that makes a rule of its answer. */
export function InboxHeader({ item, title, status, isPending, links, limit, ...onward }: InboxHeaderProps) {
  useEntityTitle(title);
  const { groups, users } = isPrompt(item) ? item.prompt.reviewers : item.reviewers;
  // The shape says enough of what waits.
  const hasIcon = isPending && !item.held;
  const people = [...groups, ...users].join(', ');
  return (
    <PageHeader
      title={title}
      icon={hasIcon && <StatusIcon status={status} />}
      badge={!hasIcon && <StatusBadge status={status} />}
      meta={
        <MetaLine
          items={[
            ...links,
            people !== '' && <MetaItem icon={UsersIcon}>{people}</MetaItem>,
            <MetaItem icon={LayersIcon}>{item.environment}</MetaItem>,
            <MetaItem icon={ClockIcon}>
              asked <RelativeTime at={createdAt(item)} suffix="ago" />
            </MetaItem>,
            limit,
            <CopyIcon value={idOf(item)} label="Copy ID" />,
          ]}
        />
      }
      actions={<Actions {...{ item, isPending, ...onward }} />}
    />
  );
}

function Actions({ item, isPending, place, nextHref }: Onward & Pick<InboxHeaderProps, 'item' | 'isPending'>) {
  const { answerLike } = useRuleForm();
  return (
    <ActionBar>
      {place !== '' && <span className={classes['place']}>{place}</span>}
      {/* No rule is offered when a rule answered. */}
      {item.answer === null && (
        <Button onClick={() => answerLike(item)}>
          {isPending ? 'Answer automatically…' : 'Always answer like this'}
        </Button>
      )}
      {nextHref !== undefined && (
        <Button component={Link} href={nextHref} variant={isPending ? 'default' : 'filled'} aria-keyshortcuts="N">
          Next
          <span className={classes['keyCaps']}>
            <span className={classes['escape']}>
              <KeyCap quiet>Esc</KeyCap>
            </span>
            <KeyCap quiet={isPending}>N</KeyCap>
          </span>
        </Button>
      )}
    </ActionBar>
  );
}
