import { Button } from '@mantine/core';
import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { useCommands } from '../commands/commands.ts';
import classes from './held.module.css';
import { useRelease } from './use-release.ts';

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
