import { SkipForwardIcon } from 'lucide-react';
import { useAction } from '../../../core/action.ts';
import { useApi } from '../../../core/hangar.ts';
import { rfc3339 } from '../../../ui/time.ts';
import classes from './RunTimeline.module.css';

interface SkipButtonProps {
  readonly runID: string;
  /** The sleep to end; "" for a wait step. */
  readonly sleepID: string;
}

/** The button that ends a sleep, or advances the clock to the end of a run's wait. */
export function SkipButton({ runID, sleepID }: SkipButtonProps) {
  const api = useApi();
  const skip = useAction(async () => {
    if (sleepID !== '') {
      await api.sleeps.skip({ params: { id: sleepID } });
      return;
    }
    const { upcoming } = await api.clock.read();
    const wait = upcoming.find((item) => item.runID === runID && item.kind === 'wait');
    // The list has the 20 soonest items; a later one is reached by advancing past those first.
    const target = wait ?? upcoming.at(-1);
    if (target === undefined) throw new Error('Nothing is due: the wait has just ended.');
    await api.clock.advance({ body: { to: rfc3339(target.at) } });
  });
  return (
    <button
      type="button"
      className={classes['skip']}
      disabled={skip.busy}
      title={sleepID === '' ? 'Advances the clock to the end of this wait' : 'Ends this sleep now'}
      onClick={(event) => {
        event.stopPropagation();
        void skip.run();
      }}
    >
      <SkipForwardIcon size={12} /> Skip
    </button>
  );
}
