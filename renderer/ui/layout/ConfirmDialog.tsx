import { Button, Group, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { Dialog } from './Dialog.tsx';
import { confirmation } from './confirm.tsx';
import { withoutDirections } from '../text/without-directions.ts';

/** Shows the open question. Rendered once. */
export function ConfirmDialog() {
  const { question, answer } = useStore(confirmation);
  return (
    <Dialog
      opened={question !== undefined}
      onClose={() => answer('cancel')}
      title={withoutDirections(question?.title ?? '')}
      size={question?.instead === undefined ? 'sm' : 'md'}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {withoutDirections(question?.text)}
      </Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button onClick={() => answer('cancel')}>{withoutDirections(question?.otherwise ?? 'Cancel')}</Button>
        {question?.instead !== undefined && <Button onClick={() => answer('instead')}>{question.instead}</Button>}
        <Button
          variant="filled"
          color={question?.danger === true ? 'bad' : 'accent'}
          data-autofocus
          onClick={() => answer('action')}
        >
          {withoutDirections(question?.action)}
        </Button>
      </Group>
    </Dialog>
  );
}
