import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notify, useAction } from '../../../core/data/action.ts';
import { problemsOf } from '../../../core/faults/fault-draft.ts';
import { useApi } from '../../../core/data/hangar.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { Dialog, DialogActions } from '../../../ui/layout/Dialog.tsx';
import { confirm } from '../../../ui/layout/confirm.tsx';
import { Form } from '../../../ui/inputs/Form.tsx';

/** The dialog that saves a checkpoint under a name. A taken name is replaced after a confirmation. */
export function SaveDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Save checkpoint">
      <SaveForm onClose={onClose} />
    </Dialog>
  );
}

function SaveForm({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const save = useAction(async (replace: boolean) => {
    const refusal = await refusalOf(() => api.checkpoints.save({ body: { name, replace } }));
    if (refusal === undefined) {
      notify(`Checkpoint ${name} saved`);
      onClose();
      return;
    }
    const message = problemsOf(refusal.message, ['name']).byField.get('name') ?? refusal.message;
    if (refusal.code === 'conflict' && !replace) {
      const { items } = await api.checkpoints.list();
      // Other conflicts, such as too many checkpoints, have nothing to do with the name.
      setProblem(items.some((item) => item.name === name) ? TAKEN : message);
    } else setProblem(message);
  });
  const isTaken = problem === TAKEN;
  const replace = async () => {
    const text = `Replaces the checkpoint with the current state. This cannot be undone.`;
    if (await confirm({ title: `Replace ${name}?`, text, action: 'Replace', danger: true })) await save.run(true);
  };
  return (
    <Form onSubmit={() => (isTaken ? replace() : save.run(false))} className="stack">
      <TextInput
        label="Name"
        data-autofocus
        description="Saves definitions, state, clock and counters."
        value={name}
        error={problem === '' ? undefined : problem}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          setProblem('');
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={save.busy} disabled={name === ''}>
          {isTaken ? 'Replace…' : 'Save'}
        </Button>
      </DialogActions>
    </Form>
  );
}

const TAKEN = 'A checkpoint of this name exists.';

/** Runs a request; the error when the server refuses it. Other errors are thrown. */
async function refusalOf(request: () => Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await request();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && ['conflict', 'invalid_request'].includes(error.code)) return error;
    throw error;
  }
}
