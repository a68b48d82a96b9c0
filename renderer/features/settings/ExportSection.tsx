import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { BUNDLE_FILE_NAME } from '../../../shared/contract/emulator/archive.ts';
import { emulator } from '../../../shared/contract/emulator/index.ts';
import { Section } from './Section.tsx';

/** Exports everything as one file. A link, so that the browser downloads a large state directly. */
export function ExportSection() {
  const [withState, setWithState] = useState(true);
  return (
    <Section
      title="Export"
      hint="An export contains API keys and secrets; import it here or on another machine. A bundle has the traffic and the findings too, and no secrets: they are lost for good in it."
    >
      <div className="row">
        <Button
          component="a"
          href={`${emulator.export.path}?state=${String(withState)}`}
          download={withState ? 'hangar-export.json' : 'hangar-definitions.json'}
        >
          Export
        </Button>
        <Button component="a" variant="default" href={emulator.bundle.path} download={BUNDLE_FILE_NAME}>
          Export bundle
        </Button>
        <Checkbox
          label="Include runs, sessions, prompts and uploads"
          checked={withState}
          onChange={(event) => setWithState(event.currentTarget.checked)}
        />
      </div>
    </Section>
  );
}
