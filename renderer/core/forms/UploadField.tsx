import { Anchor, FileInput, Group } from '@mantine/core';
import { useState } from 'react';
import { useLatest } from '../../ui/hooks.ts';
import { messageOf } from '../data/action.ts';
import { useHangar } from '../data/hangar.ts';
import { type FieldProps, fieldProps, textOf } from './field.tsx';

/** A file, stored on the server when it is chosen. The value is its ID. */
export function UploadField(props: FieldProps) {
  const { upload } = useHangar();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const id = textOf(props.value);
  // Other fields may change during the upload.
  const change = useLatest(props.onChange);
  const store = async (file: File | null) => {
    setFailure('');
    if (file === null) {
      props.onChange(null);
      return;
    }
    setBusy(true);
    try {
      change((await upload(file)).id);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <FileInput
        {...fieldProps(props)}
        // It is a button, which cannot be required.
        aria-required={undefined}
        error={failure === '' ? props.error : failure}
        placeholder={busy ? 'Storing the file…' : id === '' ? 'Choose a file…' : 'Choose another file…'}
        clearable
        disabled={busy}
        onChange={(file) => void store(file)}
        style={{ flex: 1 }}
      />
      {id !== '' && (
        <Anchor href={`/_emulator/uploads/${id}`} target="_blank" size="sm" className="mono">
          {id}
        </Anchor>
      )}
    </Group>
  );
}
