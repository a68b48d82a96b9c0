import { Button, Checkbox, FileButton, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { notify, useAction } from '../../core/data/action.ts';
import { useWorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { messageOf } from '../../core/data/errors.ts';
import { useApi } from '../../core/data/hangar.ts';
import { Dialog } from '../../ui/layout/Dialog.tsx';
import { counted, listed, numberText } from '../../ui/text/counted.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { countOf, type ExportFile, readExport, runsOf, unfinishedIn } from '../../../shared/model/export-file.ts';
import { Section } from './Section.tsx';
import { COLLECTION_NAMES, COLLECTIONS } from '../../../shared/registry/collections.ts';

interface Chosen {
  readonly name: string;
  readonly content: ExportFile;
}

/** Replaces everything with an export, after a comparison of both. */
export function ImportSection() {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState('');
  const reset = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    if (file === null) return;
    setProblem('');
    try {
      setChosen({ name: file.name, content: readExport(await file.text()) });
    } catch (error) {
      setProblem(`${file.name}: ${messageOf(error)}`);
    }
    // Allows choosing the same file again.
    reset.current?.();
  };
  return (
    <Section title="Import" hint="Takes an export or a workspace file. Asks before it replaces anything.">
      <FileButton resetRef={reset} accept="application/json,.json" onChange={(file) => void choose(file)}>
        {(props) => <Button {...props}>Choose a file…</Button>}
      </FileButton>
      {problem !== '' && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {chosen !== undefined && <ImportDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </Section>
  );
}

function ImportDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const api = useApi();
  const [problem, setProblem] = useState('');
  const [resume, setResume] = useState(false);
  const runs = runsOf(chosen.content);
  const unfinished = unfinishedText(chosen.content);
  const { run, busy } = useAction(async () => {
    try {
      await api.import({ body: { ...chosen.content, resume } });
    } catch (error) {
      setProblem(messageOf(error));
      return;
    }
    notify(`Imported ${chosen.name}${unfinished === '' || resume ? '' : `: ${unfinished} held`}`);
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={`Import ${chosen.name}?`}>
      <Text size="sm">All definitions are replaced:</Text>
      <Comparison content={chosen.content} />
      <Text size="sm" mt="sm">
        {runs === undefined
          ? 'Runs, sessions and prompts are kept: the file has no state.'
          : `Runs, sessions, prompts and uploads are replaced: the file has ${counted(runs, 'run')}.`}
      </Text>
      {unfinished !== '' && (
        <>
          <Text size="sm" mt="sm">
            Unfinished in the file: {unfinished}. They are held, with their prompts and due answers, until you release
            them.
          </Text>
          <Checkbox
            mt="sm"
            label="Let them go on now"
            description="This runs commands of the file on this machine. Do so only with a file of your own."
            checked={resume}
            onChange={(event) => setResume(event.currentTarget.checked)}
          />
        </>
      )}
      {problem !== '' && (
        <p className="error" role="alert">
          Nothing was replaced: {problem}
        </p>
      )}
      <Group justify="flex-end" mt="md" gap="sm">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" color="bad" loading={busy} onClick={() => void run()}>
          Replace
        </Button>
      </Group>
    </Dialog>
  );
}

/** The unfinished items of a file: `2 runs and 1 session`; '' for nothing. */
function unfinishedText(content: ExportFile): string {
  const { runs, sessions, requests } = unfinishedIn(content);
  const counts = [
    [runs, 'run'],
    [sessions, 'session'],
    [requests, 'request for approval', 'requests for approval'],
  ] as const;
  return listed(counts.filter(([n]) => n > 0).map(([n, noun, plural]) => counted(n, noun, plural)));
}

function Comparison({ content }: { content: ExportFile }) {
  const { definitions } = useWorkspaceDefinitions();
  return (
    <DataTable columns={['Collection', 'Now', 'In the file']}>
      {COLLECTION_NAMES.map((name) => (
        <tr key={name}>
          <th scope="row">{COLLECTIONS[name].label}</th>
          <td>{definitions && numberText(definitions[name].length)}</td>
          <td>{numberText(countOf(content, name))}</td>
        </tr>
      ))}
    </DataTable>
  );
}
