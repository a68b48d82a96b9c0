import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { emulator } from '../../../shared/contract/emulator/index.ts';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

/** Exports everything as one file. A link, so that a large state is downloaded without passing through the window. */
export function ExportSection() {
  const [withState, setWithState] = useState(true);
  return (
    <Section title="Export">
      <div className="row">
        <Button
          component="a"
          href={`${emulator.export.path}?state=${String(withState)}`}
          download={withState ? 'hangar-export.json' : 'hangar-definitions.json'}
        >
          Export
        </Button>
        <Checkbox
          label="Include runs, sessions, prompts and uploads"
          checked={withState}
          onChange={(event) => setWithState(event.currentTarget.checked)}
        />
      </div>
      <p className={classes['hint']}>The file contains API keys and secrets. Import it here or on another machine.</p>
    </Section>
  );
}
