import { VisuallyHidden } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useRoute, useLocation } from 'wouter';
import { useCommands, shortcutText } from '../../core/commands/commands.ts';
import { type PromptItem, useAnswered, useHangar, usePrompts, useRequests } from '../../core/data/hangar.ts';
import { isAt, useNavigate, useQueryState } from '../../core/page/page.ts';
import { lazyComponent, whenDrawn } from '../../ui/deferred-code.ts';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { TabPanel, LinkTabs } from '../../ui/layout/LinkTabs.tsx';
import { LoadingState } from '../../ui/text/states.tsx';
import { AnsweredList } from './AnsweredList.tsx';
import { AnswerStrip } from './AnswerStrip.tsx';
import {
  alike,
  APPROVAL_TEXTS,
  idOf,
  isPrompt,
  listOf,
  LISTS,
  nextAfter,
  oldestFirst,
  placeAmong,
  type InboxList,
  type InboxItem,
} from './inbox/inbox-items.ts';
import { PromptFilterBar, usePromptFilter } from './PromptFilterBar.tsx';
import { closeRuleForm } from './rules/use-rule-form.ts';
import { NoPrompts, Waiting } from './Waiting.tsx';
import type { Onward } from './InboxHeader.tsx';
import { PromptDetail } from './PromptDetail.tsx';
import { RequestDetail } from './RequestDetail.tsx';
import { useRules } from './rules/use-rules.ts';
import classes from './prompts.module.css';
import { allText, ANSWER_KEYS } from '../../core/prompt/AnswerButtons.tsx';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

// Lazy: its form would delay the lists.
const RulesView = lazyComponent(() => import('./rules/RulesView.tsx').then((file) => file.RulesView), LoadingState);

/** `/prompts` and `/prompts/:id`, `/prompts/answered` and `/prompts/rules`: what waits, what was answered, and the rules. */
export function PromptsPage() {
  const [, params] = useRoute('/prompts/:id');
  const part = params?.id ?? '';
  const { get, query } = useQueryState();
  const list = listOf(part, get('list'));
  const id = part === LISTS.answered || part === LISTS.rules ? '' : part;
  const [prompts, requests] = [usePrompts(), useRequests()];
  const all = useMemo(() => oldestFirst([...prompts.items, ...requests.items]), [prompts.items, requests.items]);
  const filter = usePromptFilter(all);
  // A filter belongs to the list of what waits.
  const waitingQuery = list === 'waiting' ? query : '';
  const next = nextAfter(filter.items, id);
  const nextHref = next === undefined ? undefined : `/prompts/${idOf(next)}${waitingQuery}`;
  const others = useMemo(() => alike(filter.items, id), [filter.items, id]);
  const { last, onAnswered } = useLastAnswer(id, { nextHref, listHref: `/prompts${waitingQuery}` });
  useNextCommand(nextHref);
  // The form of a rule is about an answer that was given here.
  useEffect(() => closeRuleForm, []);
  // Ahead, so that the rules are there at once when their tab is opened.
  useEffect(() => whenDrawn(() => void RulesView.prefetch()), []);
  const tabs = <InboxTabs selected={list} waiting={all.length} query={waitingQuery} />;
  if (list === 'rules') return <Rules tabs={tabs} />;
  const isWaiting = list === 'waiting';
  const isEmpty = isWaiting && prompts.loaded && all.length === 0;
  return (
    <ListDetail
      name="Prompts"
      path={isWaiting ? `/prompts${query}` : `/prompts/${LISTS.answered}`}
      tabs={tabs}
      filters={isWaiting && !isEmpty && <PromptFilterBar filter={filter} all={all} />}
      list={
        !isEmpty && (
          <TabPanel label={TABS[list]} fill>
            {isWaiting && <Waiting {...{ filter, all, prompts, query }} selected={id} />}
            {!isWaiting && <AnsweredList selected={id} />}
          </TabPanel>
        )
      }
      detail={
        id !== '' && (
          <div className={classes['detail']} onKeyDown={leaveField}>
            <InboxDetail
              key={id}
              {...{ id, nextHref, onAnswered }}
              place={placeAmong(filter.items, id)}
              alike={others}
            />
            <AnswerStrip last={last} />
            <KeyHints item={all.find((item) => idOf(item) === id)} others={others.length} />
          </div>
        )
      }
      empty={isEmpty && <NoPrompts />}
      preview={isWaiting && nextHref !== undefined && <OpenItem href={nextHref} />}
      peek={isWaiting ? undefined : false}
    />
  );
}

/** Opens the page of an item, unless the list is being loaded again: after a reset, what it shows is gone. Shown where there is room for it beside the list. */
function OpenItem({ href }: { href: string }) {
  const navigate = useNavigate();
  const { queries, collections } = useHangar();
  const isCurrent = useIsFetching({ queryKey: [collections.prompts.source.key] }, queries) === 0;
  useEffect(() => {
    if (isCurrent) navigate(href, { replace: true });
  }, [href, isCurrent, navigate]);
  return null;
}

function Rules({ tabs }: { tabs: ReactNode }) {
  return (
    <>
      {tabs}
      <TabPanel label={TABS.rules} fill>
        <VisuallyHidden component="h1">Rules</VisuallyHidden>
        <RulesView />
      </TabPanel>
    </>
  );
}

/** The item that was answered before the open one, and a function that goes on after an answer by a key: to the next one, after several to the list. */
function useLastAnswer(id: string, { nextHref, listHref }: { nextHref: string | undefined; listHref: string }) {
  const navigate = useNavigate();
  const [lastID, setLastID] = useState('');
  const last = useAnswered().items.find((item) => idOf(item) === lastID);
  const onAnswered: OnAnswered = (answeredID, byKey, ofAll) => {
    setLastID(answeredID);
    const href = ofAll ? listHref : nextHref;
    if (byKey && href !== undefined && isAt(`/prompts/${answeredID}`)) navigate(href);
  };
  return { last: lastID === id ? undefined : last, onAnswered };
}

function useNextCommand(nextHref: string | undefined): void {
  const navigate = useNavigate();
  useCommands([
    {
      id: 'prompt-next',
      title: 'Answer the next prompt',
      group: 'Prompts',
      shortcut: 'N',
      when: nextHref !== undefined,
      run: () => nextHref !== undefined && navigate(nextHref),
    },
  ]);
}

/** Escape leaves a field for the list, whose keys work then. */
function leaveField(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, defaultPrevented } = event;
  const isField = target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable="true"]');
  if (key !== 'Escape' || defaultPrevented || !isField) return;
  event.preventDefault();
  const list = document.querySelector<HTMLElement>('#main [role="listbox"]');
  // A narrow window hides the list.
  if (list?.checkVisibility() === true) list.focus({ preventScroll: true });
  else target.blur();
}

/** The prefix of the IDs of approvals. Not imported from `shared/registry/ids.ts`, which would load the schemas. */
const APPROVAL = 'trq';

type OnAnswered = (id: string, byKey: boolean, ofAll: boolean) => void;

interface InboxDetailProps extends Onward {
  readonly id: string;
  readonly alike: readonly PromptItem[];
  readonly onAnswered: OnAnswered;
}

/** The open prompt or approval; both have one path. */
function InboxDetail({ id, alike: others, onAnswered, ...onward }: InboxDetailProps) {
  if (id.startsWith(APPROVAL))
    return <RequestDetail {...{ id, ...onward }} onAnswered={(byKey) => onAnswered(id, byKey, false)} />;
  return (
    <PromptDetail {...{ id, ...onward }} alike={others} onAnswered={(byKey, ofAll) => onAnswered(id, byKey, ofAll)} />
  );
}

/** The names of the tabs. */
const TABS: Readonly<Record<InboxList, string>> = { waiting: 'Waiting', answered: 'Answered', rules: 'Rules' };

interface InboxTabsProps {
  readonly selected: InboxList;
  /** Number of waiting prompts and approvals. */
  readonly waiting: number;
  /** The query of the waiting list, with its `?`; '' for none. */
  readonly query: string;
}

/** The lists of the inbox as tabs, each with the number of its rows. */
function InboxTabs({ selected, waiting, query }: InboxTabsProps) {
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

/** The keys that work while a waiting item is open. Renders nothing for what does not wait. @param others number of other prompts of its kind */
function KeyHints({ item, others }: { item: InboxItem | undefined; others: number }) {
  if (item === undefined) return null;
  const { confirmText, cancelText } = isPrompt(item) ? item.prompt : APPROVAL_TEXTS;
  return (
    <p className={classes['keys']} style={{ margin: 0 }}>
      <span>
        <span>
          {Object.entries({ field: 'Enter', text: shortcutText('mod+Enter'), list: ANSWER_KEYS.confirm }).map(
            ([on, key]) => (
              <span key={on} data-on={on}>
                <KeyCap readable>{key}</KeyCap>
              </span>
            ),
          )}
        </span>
        <span className="ellipsis">
          {stripBidiControls(confirmText)}
          <span data-on="field text">, next</span>
        </span>
      </span>
      <Hint keys={[shortcutText(ANSWER_KEYS.cancel)]} text={`${cancelText}, next`} />
      <Hint on="field text" keys={['Esc']} text="then" />
      <Hint keys={['J', 'K']} text="move" />
      <Hint keys={['X']} text="select" />
      <Hint keys={['Shift X']} text="select to here" />
      {others > 0 && <Hint keys={[shortcutText(ANSWER_KEYS.all)]} text={allText(confirmText, others)} />}
    </p>
  );
}

interface HintProps {
  readonly keys: readonly string[];
  readonly text: string;
  /** The places of the focus where the keys work; everywhere when absent. */
  readonly on?: string;
}

function Hint({ keys, text, on }: HintProps) {
  return (
    <span data-on={on}>
      {keys.map((key) => (
        <KeyCap key={key} readable>
          {key}
        </KeyCap>
      ))}
      <span className="ellipsis">{stripBidiControls(text)}</span>
    </span>
  );
}
