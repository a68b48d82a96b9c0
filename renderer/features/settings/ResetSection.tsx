import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { notify, useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { useHangar, useInfo } from '../../core/data/hangar.ts';
import { confirm, offerUndo } from '../../ui/layout/confirm.tsx';
import { counted } from '../../ui/text/counted.ts';
import { Section } from './Section.tsx';
import { useReset } from './use-reset.ts';
import classes from './settings.module.css';

/** Deletes the state and keeps the definitions; or restores the examples. */
export function ResetSection() {
  const hasFile = (useInfo()?.workspace ?? '') !== '';
  const [rereads, setRereads] = useState(false);
  const isReading = rereads && hasFile;
  const { reset, busy } = useReset();
  useCommands([{ id: 'reset', title: 'Reset', group: 'Settings', run: () => void reset(isReading) }]);
  return (
    <Section title="Reset">
      <div className="row">
        <Button color="bad" variant="outline" loading={busy} onClick={() => void reset(isReading)}>
          Reset
        </Button>
        {hasFile && (
          <Checkbox
            label="Also read the workspace file again"
            checked={rereads}
            onChange={(event) => setRereads(event.currentTarget.checked)}
          />
        )}
      </div>
      <p className={classes['hint']}>
        Deletes runs, sessions, prompts, uploads and logged requests. Keeps definitions, API keys and webhook URLs.
      </p>
      <RestoreExamples />
    </Section>
  );
}

/** Replaces everything with the examples of a first start, with undo. */
function RestoreExamples() {
  const { api, collections } = useHangar();
  const restore = useAction(async (before: Awaited<ReturnType<typeof api.export>>) => {
    await api.import({ body: before });
    notify('Restored, except for the logged requests');
  });
  const replace = useAction(async () => {
    const before = await api.export({ query: { state: 'true' } });
    await api.reset({ body: { workspace: false, examples: true } });
    offerUndo('Examples restored', () => void restore.run(before));
  });
  const ask = async () => {
    const { tasks, runbooks } = collections;
    // The page may be new: the question says how many there are.
    const many = [counted((await tasks.load()).length, 'task'), counted((await runbooks.load()).length, 'runbook')];
    const agreed = await confirm({
      title: 'Restore the examples?',
      text: `Replaces ${many.join(', ')}, and all resources, environments, users, groups, API keys and settings with the examples. Deletes all runs, sessions, prompts, uploads and logged requests, and stops unfinished runs.\nYou can undo this for half a minute, except for the logged requests. Export first to keep a copy.`,
      action: 'Restore',
      danger: true,
    });
    if (agreed) await replace.run();
  };
  useCommands([
    {
      id: 'restore-examples',
      keywords: 'start over',
      title: 'Restore the examples…',
      group: 'Settings',
      run: () => void ask(),
    },
  ]);
  return (
    <>
      <div style={{ marginTop: 14 }}>
        <Button color="bad" variant="outline" loading={replace.busy} onClick={() => void ask()}>
          Restore the examples…
        </Button>
      </div>
      <p className={classes['hint']}>
        Replaces all definitions with the examples of a first start, and resets the state.
      </p>
    </>
  );
}
