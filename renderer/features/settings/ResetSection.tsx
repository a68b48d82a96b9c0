import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { useApi, useInfo } from '../../core/data/hangar.ts';
import { useUndoable } from '../../core/undo/undo.tsx';
import { Section } from './Section.tsx';
import { useReset } from './SettingsCommands.tsx';
import classes from './settings.module.css';

/** Deletes the state and keeps the definitions; or restores the examples. */
export function ResetSection() {
  const hasFile = (useInfo()?.workspace ?? '') !== '';
  const [rereads, setRereads] = useState(false);
  const isReading = rereads && hasFile;
  const { run: reset, busy } = useReset();
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
        Deletes runs, sessions, prompts, uploads and logged requests. Keeps definitions, API keys and webhook URLs. Can
        be undone for ten minutes.
      </p>
      <RestoreExamples />
    </Section>
  );
}

/** Replaces everything with the examples of a first start, with undo. */
function RestoreExamples() {
  const api = useApi();
  const undoable = useUndoable();
  const { run, busy } = useAction(() =>
    undoable('Examples restored', () => api.reset({ body: { workspace: false, examples: true } })),
  );
  useCommands([
    {
      ...{ id: 'restore-examples', title: 'Restore the examples', group: 'Settings', keywords: 'start over' },
      run: () => void run(),
    },
  ]);
  return (
    <>
      <div style={{ marginTop: 14 }}>
        <Button color="bad" variant="outline" loading={busy} onClick={() => void run()}>
          Restore the examples
        </Button>
      </div>
      <p className={classes['hint']}>
        Replaces all definitions with the examples of a first start, and resets the state. Can be undone for ten
        minutes.
      </p>
    </>
  );
}
