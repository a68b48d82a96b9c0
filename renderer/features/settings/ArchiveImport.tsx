import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useWorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { useAction, messageOf } from '../../core/data/action.ts';
import { useApi } from '../../core/data/hangar.ts';
import { useUndoable } from '../../core/undo/undo.tsx';
import { Dialog, DialogActions } from '../../ui/layout/Dialog.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { counted, listed, numberText } from '../../ui/text/shown-text.tsx';
import {
  type Archive,
  countOf,
  entitiesIn,
  MAX_ARCHIVE_BYTES,
  parseArchive,
  unfinishedIn,
} from '../../../shared/contract/emulator/archive.ts';
import { COLLECTION_NAMES, COLLECTIONS } from '../../../shared/registry/collections.ts';

/** An archive that the user has chosen. */
export interface ChosenArchive {
  readonly name: string;
  readonly content: Archive;
}

/** Reads a file as an archive. Rejects with a sentence that names the file. */
export async function readArchiveFile(file: File): Promise<ChosenArchive> {
  try {
    return { name: file.name, content: parseArchive(await textOf(file)) };
  } catch (error) {
    throw new Error(`${file.name} ${messageOf(error)}.`);
  }
}

/** Replaces everything with an archive, after a comparison of both. */
export function ArchiveImport({ chosen, onClose }: { chosen: ChosenArchive; onClose: () => void }) {
  const api = useApi();
  const undoable = useUndoable();
  const [problem, setProblem] = useState('');
  const [resume, setResume] = useState(false);
  const unfinished = unfinishedText(chosen.content);
  const { run, busy } = useAction(async () => {
    try {
      const notes = unfinished === '' || resume ? [] : [`${unfinished} held`];
      await undoable(`Imported ${chosen.name}`, () => api.import({ body: { ...chosen.content, resume } }), { notes });
    } catch (error) {
      setProblem(messageOf(error));
      return;
    }
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={`Import ${chosen.name}?`}>
      <Replaced content={chosen.content} />
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
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" color="bad" loading={busy} onClick={() => void run()}>
          Replace
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The text of a file, which may be compressed, as bundles and checkpoints are. */
async function textOf(file: File): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file.text();
  let left = MAX_ARCHIVE_BYTES;
  // A small file may become any size.
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      left -= chunk.length;
      if (left < 0) controller.error(new Error('too large'));
      else controller.enqueue(chunk);
    },
  });
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(bounded)).text();
  } catch (error) {
    throw new Error(
      left < 0 ? `is larger than ${MAX_ARCHIVE_BYTES / 1_000_000} MB` : `is damaged: ${messageOf(error)}`,
    );
  }
}

/** The unfinished items of a file: `2 runs and 1 session`; '' for nothing. */
function unfinishedText(content: Archive): string {
  const { runs, sessions, requests } = unfinishedIn(content);
  const counts = [
    [runs, 'run'],
    [sessions, 'session'],
    [requests, 'approval', 'approvals'],
  ] as const;
  return listed(counts.filter(([n]) => n > 0).map(([n, noun, plural]) => counted(n, noun, plural)));
}

/** Sentences that say what an archive replaces, and what of it is lost. */
function Replaced({ content }: { content: Archive }) {
  const { state, traffic, omitted } = content;
  const runs = entitiesIn(content, 'run').length;
  return (
    <>
      <Text size="sm">All definitions are replaced:</Text>
      <Comparison content={content} />
      <Text size="sm" mt="sm">
        {state === undefined
          ? 'Runs, sessions and prompts are kept: the file has no state.'
          : `Runs, sessions, prompts and uploads are replaced: the file has ${counted(runs, 'run')}.`}
      </Text>
      {traffic !== undefined && (
        <Text size="sm" mt="sm">
          Requests and findings are replaced: the file has {counted(traffic.length, 'request')}.
        </Text>
      )}
      {omitted !== undefined && (
        <Text size="sm" mt="sm">
          Its secrets are masked and lost for good: keys, passwords and webhook URLs are placeholders.
        </Text>
      )}
    </>
  );
}

function Comparison({ content }: { content: Archive }) {
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
