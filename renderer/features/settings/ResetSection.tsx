import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { notify, useAction } from '../../core/action.ts';
import { useCommands } from '../../core/commands.ts';
import { useInfo, useRunbooks, useTasks } from '../../core/data.ts';
import { useApi } from '../../core/hangar.ts';
import { confirm, offerUndo } from '../../ui/confirm.tsx';
import { counted } from '../../ui/counted.ts';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

/** Empties the state; what is authored stays. */
export function ResetSection() {
  const api = useApi();
  const hasFile = (useInfo()?.workspace ?? '') !== '';
  const [again, setAgain] = useState(false);
  const isReading = again && hasFile;
  const empty = useAction(async () => {
    await api.reset({ body: { workspace: isReading, examples: false } });
    notify('The state is empty');
  });
  const reset = async () => {
    const agreed = await confirm({
      title: 'Reset the state?',
      text: `All runs, sessions, prompts, uploads and logged requests are deleted for good; runs under way are stopped. Tasks and all other definitions, API keys and webhook URLs stay.${isReading ? ' The workspace file is read anew.' : ''}`,
      action: 'Reset',
      danger: true,
    });
    if (agreed) await empty.run();
  };
  useCommands([{ id: 'reset', title: 'Reset the state…', group: 'Settings', run: () => void reset() }]);
  return (
    <Section title="Reset">
      <div className={classes['row']}>
        <Button color="bad" variant="outline" loading={empty.busy} onClick={() => void reset()}>
          Reset the state…
        </Button>
        {hasFile && (
          <Checkbox
            label="Also read the workspace file anew"
            checked={again}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        )}
      </div>
      <p className={classes['hint']}>
        Deletes runs, sessions, prompts, uploads and logged requests. Definitions, API keys and webhook URLs stay.
      </p>
      <StartOver />
    </Section>
  );
}

/** Puts everything back to how a first start finds it; what was there can be put back once. */
function StartOver() {
  const api = useApi();
  const [tasks, runbooks] = [useTasks().items.length, useRunbooks().items.length];
  const restore = useAction(async (before: Awaited<ReturnType<typeof api.export>>) => {
    await api.import({ body: before });
    notify('Everything but the logged requests is as it was');
  });
  const replace = useAction(async () => {
    const before = await api.export({ query: { state: 'true' } });
    await api.reset({ body: { workspace: false, examples: true } });
    offerUndo('The examples are back', () => void restore.run(before));
  });
  const begin = async () => {
    const agreed = await confirm({
      title: 'Start over with the examples?',
      text: `All that is authored goes: ${counted(tasks, 'task')}, ${counted(runbooks, 'runbook')}, and all resources, environments, users, groups, API keys and settings; the examples take their place. All runs, sessions, prompts, uploads and logged requests go, too; runs under way are stopped.\nFor half a minute all but the logged requests can be put back; “Export” above keeps it for longer.`,
      action: 'Start over',
      danger: true,
    });
    if (agreed) await replace.run();
  };
  useCommands([
    { id: 'start-over', title: 'Start over with the examples…', group: 'Settings', run: () => void begin() },
  ]);
  return (
    <>
      <div className={classes['over']}>
        <Button color="bad" variant="outline" loading={replace.busy} onClick={() => void begin()}>
          Start over with the examples…
        </Button>
      </div>
      <p className={classes['hint']}>
        Replaces all that is authored by the examples of a first start, and empties the state.
      </p>
    </>
  );
}
