import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewRelease } from '../../../../shared/contract/emulator/held-requests.ts';
import { Form } from '../../../ui/inputs/Form.tsx';
import { Dialog, DialogActions } from '../../../ui/layout/Dialog.tsx';
import { useRelease } from './release-buttons.tsx';

interface OtherAnswerProps {
  /** ID of the held request. */
  readonly id: string;
  readonly onClose: () => void;
}

/** The dialog that gives a held request an error with any status and message. */
export function OtherAnswerDialog(props: OtherAnswerProps) {
  return (
    <Dialog opened onClose={props.onClose} title="Other answer">
      <OtherAnswer {...props} />
    </Dialog>
  );
}

function OtherAnswer({ id, onClose }: OtherAnswerProps) {
  const release = useRelease();
  const [status, setStatus] = useState('500');
  const [message, setMessage] = useState('');
  const number = Number(status);
  const isValid = Number.isInteger(number) && number >= 400 && number <= 599;
  const send = async () => {
    if (!isValid) return;
    const instead: NewRelease['instead'] = { kind: 'error', status: number, ...(message === '' ? {} : { message }) };
    if (await release.run(id, { instead })) onClose();
  };
  return (
    <Form onSubmit={send} className="stack">
      <TextInput
        label="Status"
        data-autofocus
        inputMode="numeric"
        value={status}
        error={isValid ? undefined : 'A number from 400 to 599'}
        onChange={({ currentTarget: { value } }) => setStatus(value)}
      />
      <TextInput label="Message" value={message} onChange={({ currentTarget: { value } }) => setMessage(value)} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={release.busy}>
          Answer
        </Button>
      </DialogActions>
    </Form>
  );
}
