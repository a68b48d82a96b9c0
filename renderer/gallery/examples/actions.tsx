import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CountLinks } from '../../ui/CountLinks.tsx';
import { CopiedID } from '../../ui/CopiedID.tsx';
import { CopyButton, CopyIcon } from '../../ui/CopyButton.tsx';
import { DeleteButton } from '../../ui/DeleteButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { FilterPopover } from '../../ui/FilterPopover.tsx';
import { Form } from '../../ui/Form.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { MenuPopover } from '../../ui/MenuPopover.tsx';
import { SplitButton } from '../../ui/SplitButton.tsx';
import { type Examples, LONG_WORD } from './example.ts';

const nothing = () => undefined;
const NAMES = ['Delete', 'Duplicate', 'Rename', 'Compare', 'Export', 'Copy as curl', 'Run again'];
const actions = (count: number) => (
  <ActionBar>
    {NAMES.slice(-count).map((name) => (
      <Button key={name}>{name}</Button>
    ))}
    <Button key="Run" variant="filled">
      Run
    </Button>
  </ActionBar>
);
const deleteButton = <DeleteButton onClick={nothing} />;
const copyButton = <CopyButton value="run2026" label="Copy run ID" />;
const copyIcon = <CopyIcon value="run2026" label="Copy run ID" />;
const filter = (active: number) => (
  <FilterPopover label="More filters" active={active}>
    <Checkbox label="Failed" />
    <Checkbox label="Succeeded" />
  </FilterPopover>
);

const split = (filled: boolean, done?: string) => (
  <SplitButton
    label="More ways to run…"
    main={<Button variant={filled ? 'filled' : 'default'}>Run again…</Button>}
    {...{ filled, done }}
  >
    <Button>Repeat</Button>
    <Button>Make the next one fail…</Button>
  </SplitButton>
);

function OpenMenu() {
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuPopover label="More actions" icon="ellipsis" isOpen={isOpen} onOpen={setOpen}>
      {() => <Button>Compare</Button>}
    </MenuPopover>
  );
}

function OpenDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Save checkpoint">
        <Button onClick={() => setOpen(false)}>Save</Button>
      </Dialog>
    </>
  );
}

/** Buttons, menus and other controls. */
export const examples: Examples = {
  ActionBar: { default: actions(1), 'many items': actions(NAMES.length) },
  ConfirmDialog: {
    default: (
      <>
        <Button onClick={() => void confirm({ title: 'Send again', text: 'Send the same bytes?', action: 'Send' })}>
          Ask
        </Button>
        <ConfirmDialog />
      </>
    ),
    danger: (
      <Button
        onClick={() =>
          void confirm({
            title: `Delete ${LONG_WORD}`,
            text: 'Two webhooks of this task stop working.\nNothing else is lost.',
            action: 'Delete',
            instead: 'Export and delete',
            danger: true,
          })
        }
      >
        Ask before a deletion
      </Button>
    ),
  },
  CopyButton: {
    default: copyButton,
    hover: copyButton,
    focus: copyButton,
    short: <CopyButton value="run2026" label="Copy run ID" short="Copy" />,
  },
  CountLinks: {
    default: (
      <CountLinks
        label="Runs by status"
        links={[
          { text: 'Failed', count: 9, href: '/runs?status=Failed' },
          { text: 'Active', count: undefined, href: '/runs?status=Active' },
        ]}
      />
    ),
    empty: <CountLinks label="Nothing" links={[]} />,
  },
  CopiedID: { default: <CopiedID id="run20260101zabc" label="Copy run ID" /> },
  CopyIcon: { default: copyIcon, hover: copyIcon, focus: copyIcon },
  DeleteButton: {
    default: deleteButton,
    hover: deleteButton,
    focus: deleteButton,
    disabled: <DeleteButton onClick={nothing} disabled title="The last environment stays" />,
    loading: <DeleteButton onClick={nothing} busy />,
    'other verb': <DeleteButton onClick={nothing} verb="Revoke" />,
  },
  Dialog: {
    default: <OpenDialog />,
  },
  DocsLink: { default: <DocsLink href="/docs/troubleshooting.html">Troubleshooting</DocsLink> },
  FilterPopover: { default: filter(0), active: filter(2), hover: filter(0), focus: filter(0) },
  Form: {
    default: (
      <Form onSubmit={nothing} aria-label="Example">
        <Button type="submit">Save</Button>
      </Form>
    ),
  },
  KeyCap: {
    default: <KeyCap>Ctrl</KeyCap>,
    readable: <KeyCap readable>Esc</KeyCap>,
    'not quiet': (
      <KeyCap readable quiet={false}>
        Enter
      </KeyCap>
    ),
  },
  MenuPopover: { default: <OpenMenu /> },
  SplitButton: {
    default: split(false),
    filled: split(true),
    done: split(false, 'Copy as: copied'),
    hover: split(false),
    focus: split(true),
  },
};
