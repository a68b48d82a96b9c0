import { Dialog, DialogActions } from '../ui/layout/Dialog.tsx';
import { Form } from '../ui/inputs/Form.tsx';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { messageOf } from '../core/data/action.ts';
import { useHangar } from '../core/data/hangar.ts';

/** Asks for the admin token if Hangar was started with one. The server sets a session cookie. */
export function TokenDialog() {
  const { access } = useHangar();
  const opened = useStore(access, ({ tokenNeeded }) => tokenNeeded);
  return (
    <Dialog opened={opened} onClose={() => undefined} withCloseButton={false} title="Admin token" size="sm">
      {opened && <TokenForm />}
    </Dialog>
  );
}

function TokenForm() {
  const { access, live, api } = useHangar();
  const [token, setToken] = useState('');
  const [error, setError] = useState('');
  const submit = async () => {
    try {
      await api.login({ body: { token } });
      access.setState({ tokenNeeded: false });
      live.retry();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return (
    <Form onSubmit={submit}>
      <Text size="sm" mb="sm">
        Hangar was started with <code>--admin-token</code>. Enter the token once for this browser.
      </Text>
      <PasswordInput
        label="Token"
        data-autofocus
        value={token}
        error={error}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <DialogActions>
        <Button type="submit" variant="filled">
          Continue
        </Button>
      </DialogActions>
    </Form>
  );
}
