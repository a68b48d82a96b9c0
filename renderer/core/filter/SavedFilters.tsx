import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { BookmarkIcon, BookmarkPlusIcon, XIcon } from 'lucide-react';
import { useState } from 'react';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { Form } from '../../ui/inputs/Form.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import classes from './filter.module.css';
import { useSavedFiltersOf } from './saved-filters.ts';

interface SavedFiltersProps {
  readonly kind: FilterKind;
  /** The filter in the field. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Maximum number of characters of a name. */
const LONGEST_NAME = 60;

/** A button that saves the filter in the field under a name, and offers the saved ones. */
export function SavedFilters({ kind, value, onChange }: SavedFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const { list, save, remove } = useSavedFiltersOf(kind);
  const canSave = value.trim() !== '' && list.every(({ text }) => text !== value);
  const label = canSave ? 'Save filter' : 'Your filters';
  const saveAs = (name: string) => {
    save(name, value);
    setOpen(false);
  };
  const apply = (text: string) => {
    onChange(text);
    setOpen(false);
  };
  return (
    <Popover position="bottom-end" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <IconButton
          icon={canSave ? BookmarkPlusIcon : BookmarkIcon}
          size={28}
          label={label}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs" w={260}>
          {canSave && <NameForm key={value} value={value} onSave={saveAs} />}
          {list.length === 0 && !canSave && <p className="quiet">Type a filter to save it.</p>}
          {list.length > 0 && (
            <ul className={classes['saved']} aria-label="Your filters">
              {list.map(({ name, text }) => (
                <li key={name}>
                  <button type="button" className="bare ellipsis" title={text} onClick={() => apply(text)}>
                    {name}
                  </button>
                  <IconButton
                    icon={XIcon}
                    iconSize={12}
                    size={24}
                    label={`Remove ${name}`}
                    onClick={() => remove(name)}
                  />
                </li>
              ))}
            </ul>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function NameForm({ value, onSave }: { value: string; onSave: (name: string) => void }) {
  const [name, setName] = useState(value.slice(0, LONGEST_NAME));
  const isNamed = name.trim() !== '';
  return (
    <Form onSubmit={() => isNamed && onSave(name.trim())}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          label="Name"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button type="submit" variant="filled" disabled={!isNamed}>
          Save
        </Button>
      </Group>
    </Form>
  );
}
