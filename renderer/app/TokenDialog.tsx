import { Button, Modal, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { messageOf } from '../core/errors.ts';
import { useHangar } from '../core/hangar.ts';

/** Asks for the admin token when Hangar was started with one; the server keeps the proof in a cookie. */
export function TokenDialog() {
  const { access } = useHangar();
  const opened = useStore(access, ({ tokenNeeded }) => tokenNeeded);
  return (
    <Modal opened={opened} onClose={() => undefined} withCloseButton={false} title="Admin token" size="sm">
      {opened && <TokenForm />}
    </Modal>
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Text size="sm" mb="sm">
        This Hangar was started with <code>--admin-token</code>. Enter that token once; this browser stays admitted.
      </Text>
      <PasswordInput
        label="Token"
        data-autofocus
        value={token}
        error={error}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" mt="md">
        Continue
      </Button>
    </form>
  );
}
