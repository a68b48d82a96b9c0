import { Button } from '@mantine/core';
import { XIcon } from 'lucide-react';
import { useAction } from '../../core/data/action.ts';
import { useApi, useLive } from '../../core/data/hangar.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { counted } from '../../ui/text/shown-text.ts';
import classes from './traffic.module.css';

/** Interval at which the counts are loaded, in milliseconds: refused requests are kept nowhere, and are no events. */
const EVERY = 2000;

/** A line for the latest web page whose requests were refused, with the button that lets its origin in. Renders nothing without any. */
export function RefusedOrigins() {
  const api = useApi();
  const { data, reload } = useLive({
    key: 'refused origins',
    load: async () => (await api.info()).refusedOrigins,
    every: EVERY,
  });
  const allow = useAction(async (origin: string) => {
    await api.allowOrigin({ body: { origin } });
    reload();
  });
  const forget = useAction(async () => {
    await api.forgetOrigins();
    reload();
  });
  const [latest] = data ?? [];
  if (latest === undefined) return null;
  const { origin, count } = latest;
  return (
    <p className={classes['origins']} role="status">
      <span className="grow">
        {counted(count, 'request')} of <code>{origin}</code> {count === 1 ? 'was' : 'were'} refused
      </span>
      <Button size="compact-sm" loading={allow.busy} onClick={() => void allow.run(origin)}>
        Allow
      </Button>
      <IconButton icon={XIcon} label="Hide refused origins" onClick={() => void forget.run()} />
    </p>
  );
}
