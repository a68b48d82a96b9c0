import { VisuallyHidden } from '@mantine/core';
import { TerminalIcon, RadarIcon } from 'lucide-react';
import { Link, useRoute } from 'wouter';
import type { Exploration } from '../../../shared/contract/emulator/explorations.ts';
import { FrozenList } from '../../core/data/frozen-rows.tsx';
import { useApi, useLiveQuery, useInfo, useTasks, useTraffic } from '../../core/data/hangar.ts';
import type { Query } from '../../core/data/queries.ts';
import { NoMatches } from '../../core/filter/FilteredList.tsx';
import { SearchField } from '../../core/filter/SearchField.tsx';
import { usePreviewed, useQueryState } from '../../core/page/page.ts';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { MachineTime } from '../../ui/text/time.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/text/states.tsx';
import { CounterexampleDetail } from './CounterexampleDetail.tsx';
import { ExplorationDetail } from './ExplorationDetail.tsx';
import { type Entry, entriesOf, heightOf, idOfEntry } from './entries.ts';
import { EntryRow } from './EntryRow.tsx';
import classes from './explore.module.css';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { exampleCommand } from './explore-words.ts';

/** The path of the page that has the command to begin with. */
const NEW = 'new';

/** `/explore`, `/explore/new`, `/explore/:id` and the counterexamples of an exploration, `/explore/:id/:number/:tab`, with the filter in the query. */
export function ExplorePage() {
  const api = useApi();
  const explorations = useLiveQuery(
    'explorations',
    () => api.explorations.list(),
    ({ type }) => type === 'explorations',
  );
  return (
    // Explorations run on the machine's clock.
    <MachineTime>
      <Explorations explorations={explorations} />
    </MachineTime>
  );
}

function Explorations({ explorations }: { explorations: Query<{ readonly items: readonly Exploration[] }> }) {
  const [, params] = useRoute('/explore/:id?/:number?/:tab?');
  const { get, set, query } = useQueryState();
  const { data, error, reload } = explorations;
  const { id = '', number = '', tab = '' } = params ?? {};
  const all = entriesOf(data?.items ?? [], '');
  const shown = entriesOf(data?.items ?? [], get('text'));
  const chosenID = number === '' ? id : `${id}/${number}`;
  const previewed = usePreviewed(shown, chosenID, idOfEntry);
  const chosen = all.find((entry) => idOfEntry(entry) === chosenID);
  const isEmpty = data?.items.length === 0;
  const entryDetail = (entry: Entry) => <EntryDetail key={idOfEntry(entry)} {...{ entry, tab, query }} />;
  return (
    <ListDetail
      name="Explorations"
      heading="Explore"
      path={`/explore${query}`}
      filters={!isEmpty && <Filters text={get('text')} onText={(text) => set({ text })} />}
      list={
        data === undefined ? (
          <Unloaded error={error} onRetry={reload} />
        ) : (
          <FrozenList
            {...{ label: 'Explorations', path: '/explore', items: shown, idOf: idOfEntry, query, heightOf }}
            selected={chosenID || (previewed === undefined ? '' : idOfEntry(previewed))}
            reset={get('text')}
            empty={all.length > 0 && <NoMatches noun="exploration" onClear={() => set({ text: '' })} />}
            render={(entry) => <EntryRow entry={entry} />}
          />
        )
      }
      detail={
        id !== '' &&
        (id === NEW ? (
          <>
            <VisuallyHidden component="h1">Explore every fault</VisuallyHidden>
            <ExploreHelp task={get('task')} />
          </>
        ) : chosen !== undefined ? (
          entryDetail(chosen)
        ) : (
          data !== undefined && <Gone />
        ))
      }
      empty={isEmpty && id === '' && <ExploreHelp task="" />}
      peek={isEmpty ? false : undefined}
      preview={previewed !== undefined && entryDetail(previewed)}
    />
  );
}

function Filters({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <>
      <SearchField label="Filter explorations" placeholder="is:broken or any value" value={text} onChange={onText} />
      <Link
        href={`/explore/${NEW}`}
        className={classes['how'] ?? ''}
        aria-label="How to explore"
        title="How to explore: the command for this workspace"
      >
        <TerminalIcon size={16} />
      </Link>
    </>
  );
}

function Unloaded({ error, onRetry }: { error: string; onRetry: () => void }) {
  return error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={onRetry} />;
}

interface EntryDetailProps {
  readonly entry: Entry;
  readonly tab: string;
  readonly query: string;
}

function EntryDetail({ entry: { exploration, found, number }, tab, query }: EntryDetailProps) {
  if (found === undefined) return <ExplorationDetail exploration={exploration} query={query} />;
  return <CounterexampleDetail {...{ exploration, found, number, tab, query }} />;
}

function Gone() {
  return (
    <>
      <VisuallyHidden component="h1">No such exploration</VisuallyHidden>
      <EmptyState title="This exploration is gone">
        Hangar keeps the last 50 until it ends. Choose another one from the list.
      </EmptyState>
    </>
  );
}

/**
 * The way to explore, with the command filled in from a task of this workspace and the last client seen.
 *
 * @param props `task` is a slug; '' for the last task executed
 */
function ExploreHelp({ task: slug }: { task: string }) {
  const { items } = useTasks();
  const info = useInfo();
  const requests = useTraffic().items.filter(({ client }) => client !== '' && !client.startsWith('Mozilla/'));
  const wanted = slug || (requests.find(({ subject }) => subject !== undefined)?.subject?.slug ?? '');
  const task = items.find((item) => item.slug === wanted) ?? items[0];
  const command = exampleCommand(info?.url ?? '', task, requests[0]?.client ?? '');
  return (
    <EmptyState
      icon={RadarIcon}
      title="Explore every fault"
      action={
        <>
          <p className={classes['command']}>
            <code>{command}</code>
          </p>
          <CopyButton size="sm" label="Copy command" value={command} />
        </>
      }
    >
      Explore runs your client again and again, each time under other failures, and shows the smallest that breaks what
      must hold. <DocsLink href="/docs/explore.html">How to explore</DocsLink>
    </EmptyState>
  );
}
