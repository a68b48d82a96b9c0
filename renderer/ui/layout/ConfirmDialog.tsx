import { Button, Group, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { Dialog } from './Dialog.tsx';
import { confirmation } from './confirm.tsx';
import { stripBidiControls } from '../text/strip-bidi-controls.ts';

/** Shows the open question. Rendered once. */
export function ConfirmDialog() {
  const { question, answer } = useStore(confirmation);
  return (
    <Dialog
      opened={question !== undefined}
      onClose={() => answer('cancel')}
      title={stripBidiControls(question?.title ?? '')}
      size={question?.instead === undefined ? 'sm' : 'md'}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {stripBidiControls(question?.text)}
      </Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button onClick={() => answer('cancel')}>{stripBidiControls(question?.otherwise ?? 'Cancel')}</Button>
        {question?.instead !== undefined && <Button onClick={() => answer('instead')}>{question.instead}</Button>}
        <Button
          variant="filled"
          color={question?.danger === true ? 'bad' : 'accent'}
          data-autofocus
          onClick={() => answer('action')}
        >
          {stripBidiControls(question?.action)}
        </Button>
      </Group>
    </Dialog>
  );
}
