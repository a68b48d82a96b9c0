import { useLocation } from 'wouter';
import { useAnswered } from '../../core/data/hangar.ts';
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx';
import { type InboxList, LISTS } from './inbox/inbox-items.ts';
import { useRules } from './rules/use-rules.ts';

/** The names of the tabs. */
export const TABS: Readonly<Record<InboxList, string>> = { waiting: 'Waiting', answered: 'Answered', rules: 'Rules' };

interface InboxTabsProps {
  readonly selected: InboxList;
  /** Number of waiting prompts and approvals. */
  readonly waiting: number;
  /** The query of the waiting list, with its `?`; '' for none. */
  readonly query: string;
}

/** The lists of the inbox as tabs, each with the number of its rows. */
export function InboxTabs({ selected, waiting, query }: InboxTabsProps) {
  const [path] = useLocation();
  const { data: rules = [] } = useRules();
  const answered = useAnswered().items;
  // The current tab links to the open page, so that it counts as selected.
  const href = (list: InboxList, home: string) => (selected === list ? path : home);
  return (
    <LinkTabs
      label="Lists of prompts"
      tabs={[
        { label: TABS.waiting, href: href('waiting', `/prompts${query}`), count: waiting, isWaiting: true },
        { label: TABS.answered, href: href('answered', `/prompts/${LISTS.answered}`), count: answered.length },
        { label: TABS.rules, href: href('rules', `/prompts/${LISTS.rules}`), count: rules.length },
      ]}
    />
  );
}
