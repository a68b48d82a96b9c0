import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { tell, useAction } from '../../core/action.ts';
import { useCommands } from '../../core/commands.ts';
import { useInfo } from '../../core/data.ts';
import { useApi } from '../../core/hangar.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

/** Empties the state; what is authored stays. */
export function ResetSection() {
  const api = useApi();
  const hasFile = (useInfo()?.workspace ?? '') !== '';
  const [again, setAgain] = useState(false);
  const isReading = again && hasFile;
  const reset = useAction(async () => {
    const agreed = await confirm({
      title: 'Reset the state?',
      text: `All runs, sessions, prompts, uploads and logged requests are deleted for good; runs under way are stopped. Tasks and all other definitions, API keys and webhook URLs stay.${isReading ? ' The workspace file is read anew.' : ''}`,
      action: 'Reset',
      danger: true,
    });
    if (!agreed) return;
    await api.reset({ body: { workspace: isReading } });
    tell('The state is empty');
  });
  useCommands([{ id: 'reset', title: 'Reset the state…', group: 'Settings', run: () => void reset.run() }]);
  return (
    <Section title="Reset">
      <div className={classes['row']}>
        <Button color="bad" variant="outline" loading={reset.busy} onClick={() => void reset.run()}>
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
    </Section>
  );
}
