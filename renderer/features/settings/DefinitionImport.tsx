import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notify, useAction, messageOf } from '../../core/data/action.ts';
import type { Api } from '../../core/data/api.ts';
import { useApi } from '../../core/data/hangar.ts';
import { Dialog, DialogActions } from '../../ui/layout/Dialog.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { counted, listed, numberText, stripBidiControls } from '../../ui/text/shown-text.tsx';
import type { SentFile, SentFiles } from './definition-files.ts';

type Preview = Awaited<ReturnType<Api['definitionFiles']['import']>>;

/** Definition files that the user has chosen, and what would come of them. */
export interface ChosenDefinitions extends SentFiles {
  readonly name: string;
  /** The folder that the files lie in, as it was given. */
  readonly folder: string;
  readonly preview: Preview;
}

/** Maximum number of rows that are shown. */
const MOST_ROWS = 300;

/**
 * Asks what would come of files.
 * @param folder that the files lie in; "" tries that of the workspace file and the one above, which is right for a whole repository
 */
export async function previewOf(
  api: Api,
  files: readonly SentFile[],
  folder: string,
): Promise<Pick<ChosenDefinitions, 'folder' | 'preview'>> {
  const look = async (at: string) => ({
    folder: at,
    preview: await api.definitionFiles.import({ body: { files: [...files], folder: at, preview: true } }),
  });
  const first = await look(folder);
  if (folder !== '' || first.preview.missing.length === 0) return first;
  const above = await look('..');
  return above.preview.missing.length < first.preview.missing.length ? above : first;
}

interface DefinitionImportProps {
  readonly chosen: ChosenDefinitions;
  readonly onChange: (chosen: ChosenDefinitions) => void;
  readonly onClose: () => void;
}

/** Says what would come of definition files, and copies their tasks into the workspace. */
export function DefinitionImport({ chosen, onChange, onClose }: DefinitionImportProps) {
  const api = useApi();
  const [problem, setProblem] = useState('');
  const { name, files, unreadable, folder, preview } = chosen;
  const { added, present } = preview;
  const { run, busy } = useAction(async () => {
    try {
      const body = { files: [...files], folder };
      notify(`Copied ${listed((await api.definitionFiles.import({ body })).added)}`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  });
  return (
    <Dialog opened onClose={onClose} title={`Import ${name}?`} size="xl">
      <Text size="sm">
        {added.length === 0
          ? 'There is nothing new.'
          : `${counted(added.length, 'task')} will be copied into the workspace.`}{' '}
        {present.length > 0 && `It has ${stripBidiControls(listed(present))} already, which stay as they are. `}
        {preview.sdk !== '' && `The setting “SDK” becomes “${stripBidiControls(preview.sdk)}”. `}
        Nothing is executed, and later edits of the files are not followed.
      </Text>
      {unreadable.length > 0 && (
        <Text size="sm">Left out, since they are not valid UTF-8: {stripBidiControls(listed(unreadable))}.</Text>
      )}
      <Rows preview={preview} />
      <CodeFolder chosen={chosen} onChange={onChange} />
      {problem !== '' && (
        <p className="error" role="alert">
          Nothing was copied: {problem}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" loading={busy} disabled={added.length === 0} onClick={() => void run()}>
          Copy {counted(added.length, 'task')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Rows({ preview: { items, added, present } }: { preview: Preview }) {
  if (items.length === 0) return <p className="quiet">No definition files were found.</p>;
  const [isNew, isPresent] = [new Set(added), new Set(present)];
  const wordOf = (slug: string) => (isNew.has(slug) ? 'New' : isPresent.has(slug) ? 'Is there already' : 'Left out');
  // New tasks first.
  const sorted = items.toSorted((a, b) => Number(isNew.has(b.slug)) - Number(isNew.has(a.slug)));
  return (
    <div style={{ display: 'flex', maxHeight: '45vh' }}>
      <ScrollRegion label="What comes">
        <DataTable columns={['Task', 'What comes']}>
          {sorted.slice(0, MOST_ROWS).map(({ slug, file, line, kind, notEmulated, problem }, index) => (
            <tr key={index}>
              <th scope="row">
                {stripBidiControls(slug)}
                <div>
                  <code>{stripBidiControls(`${file}:${line}`)}</code>
                </div>
              </th>
              <td>
                {stripBidiControls([wordOf(slug), ...(kind === '' ? [] : [kind])].join(' · '))}
                {[...(problem?.split('\n') ?? []), ...notEmulated].map((sentence) => (
                  <div key={sentence}>{stripBidiControls(sentence)}</div>
                ))}
              </td>
            </tr>
          ))}
        </DataTable>
        {items.length > MOST_ROWS && <p className="quiet">And {numberText(items.length - MOST_ROWS)} more.</p>}
      </ScrollRegion>
    </div>
  );
}

/** The folder in which runs look for code, when some is not there. */
function CodeFolder({ chosen, onChange }: Pick<DefinitionImportProps, 'chosen' | 'onChange'>) {
  const api = useApi();
  const { folder, files, preview } = chosen;
  const [text, setText] = useState(folder);
  const [isShown] = useState(preview.missing.length > 0);
  const { run, busy } = useAction(async () => onChange({ ...chosen, ...(await previewOf(api, files, text)) }));
  if (!isShown) return null;
  const missing =
    preview.missing.length === 0
      ? `All code is found in ${preview.folder}.`
      : `Runs look for code in ${preview.folder}, where ${listed(preview.missing)} is missing.`;
  return (
    <Group align="flex-end" gap="sm" mt="sm" wrap="nowrap">
      <TextInput
        style={{ flexGrow: 1 }}
        label="Folder that the files lie in"
        description={stripBidiControls(missing)}
        placeholder="/home/me/project"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button loading={busy} disabled={text === folder} onClick={() => void run()}>
        Look there
      </Button>
    </Group>
  );
}
