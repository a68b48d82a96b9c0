import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { confirm } from '../../ui/layout/confirm.tsx';
import { numberText, counted, listed, DocsLink } from '../../ui/text/shown-text.tsx';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { useCommands } from '../commands/commands.ts';
import { heldNumber } from '../data/counts.ts';
import { useApi, useHeld } from '../data/hangar.ts';
import classes from './held.module.css';
import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { notify, useAction } from '../data/action.ts';

/** The line below a list about all that is held, with the button that lets it go on. Renders nothing without any. */
export function HeldBar() {
  const held = useHeld();
  const api = useApi();
  const { run, busy } = useRelease(() => api.held.release());
  const number = held === undefined ? 0 : heldNumber(held);
  const release = async () => {
    const isWanted = await confirm({
      title: 'Release everything that is held?',
      text: 'Runs and sessions that came from a file go on, and run their commands on this machine.',
      action: 'Release all',
      otherwise: 'Keep them held',
    });
    if (isWanted) await run();
  };
  useCommands([
    { id: 'release-all', title: 'Release all', group: 'Held', when: number > 0, run: () => void release() },
  ]);
  if (number === 0) return null;
  return (
    <div className={classes['bar']} role="status">
      <StatusShape shape="held" />
      <p>
        <b>{numberText(number)} held:</b> came from a file
      </p>
      <Button size="compact-sm" loading={busy} onClick={() => void release()}>
        Release all
      </Button>
    </div>
  );
}

/** The amber chip of the status bar, `2 held`, which leads to them. Renders nothing without any. */
export function HeldChip() {
  const held = useHeld();
  const number = held === undefined ? 0 : heldNumber(held);
  if (held === undefined || number === 0) return null;
  const page = held.runs > 0 ? '/runs' : held.sessions > 0 ? '/sessions' : '/prompts';
  return (
    <Link
      className={classes['chip'] ?? ''}
      href={`${page}?q=is%3Aheld`}
      data-unreal="true"
      title="They came from a file, and go on once they are released"
    >
      <StatusShape shape="held" size={12} />
      {numberText(number)} held
    </Link>
  );
}

interface HeldNoticeProps {
  readonly isHeld: boolean;
  /** The object of a sentence: `this run`. */
  readonly what: string;
  readonly release: () => Promise<HeldCounts>;
}

/** The notice below the header of an item that came from a file, with the button that lets it go on. */
export function HeldNotice({ isHeld, what, release }: HeldNoticeProps) {
  const { run, busy } = useRelease(release);
  useCommands([
    { id: 'release', title: 'Release', group: 'Held', keywords: 'resume', when: isHeld, run: () => void run() },
  ]);
  if (!isHeld) return null;
  return (
    <div className={classes['notice']} role="status">
      <StatusShape shape="held" />
      <p>
        <b>Held: came from a file.</b> Releasing {what} runs its commands.{' '}
        <DocsLink href="/docs/bundles.html#held-items">About held items</DocsLink>
      </p>
      <Button loading={busy} onClick={() => void run()}>
        Release
      </Button>
    </div>
  );
}

/** The action that releases items, and tells what it released. */
function useRelease(release: () => Promise<HeldCounts>) {
  return useAction(async () => {
    const { runs, sessions, requests } = await release();
    const released = [
      [runs, 'run'],
      [sessions, 'session'],
      [requests, 'request'],
    ] as const;
    const found = released.filter(([n]) => n > 0).map(([n, noun]) => counted(n, noun));
    notify(found.length === 0 ? 'Nothing was held' : `Released ${listed(found)}`);
  });
}
