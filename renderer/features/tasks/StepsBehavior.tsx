import { Button, Menu } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { type StepKind, STEPS } from '../../../shared/model/behavior.ts';
import type { Json } from '../../../shared/model/json.ts';
import { useEditor } from '../../core/authoring/authoring.ts';
import authoring from '../../core/authoring/authoring.module.css';
import { Card } from '../../core/authoring/Card.tsx';
import { objectOf, textOf } from '../../core/authoring/json-path.ts';
import { useItems } from '../../core/authoring/use-items.ts';
import { useOpenCards } from '../../core/authoring/use-open-cards.ts';
import { WhenField, WhenText } from '../../core/authoring/WhenField.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import { STEP_EDITORS } from './steps/step-editors.tsx';
import { stepScope } from './task-checks.ts';

const PATH = ['behavior', 'steps'];

/** The steps of a task as cards, in their order. */
export function StepsBehavior() {
  const { items, keys, insert, move, remove } = useItems(PATH);
  const cards = useOpenCards();
  const place = useRef<HTMLDivElement>(null);
  const added = useRef('');
  const add = (step: Json, at?: number) => {
    added.current = insert(step, at);
    cards.open(added.current);
  };
  useEffect(() => {
    const at = keys.indexOf(added.current);
    if (at < 0) return;
    added.current = '';
    // After the menu has given the focus back to its button.
    setTimeout(() => focusFirstField(place.current, at), 30);
  });
  const nameOf = (index: number) => `step ${index + 1}, ${editorOf(items[index])?.label ?? 'unknown'}`;
  return (
    <div ref={place} className={authoring['stack']}>
      {items.length === 0 && (
        <p className={authoring['hint']}>Steps run one after the other, without code. Add the first one.</p>
      )}
      <SortableList
        label="Steps"
        keys={keys}
        nameOf={nameOf}
        onMove={move}
        render={(index, handle) => (
          <StepCard
            index={index}
            step={items[index] ?? null}
            handle={handle}
            name={nameOf(index)}
            open={cards.isOpen(keys[index] ?? '')}
            onToggle={() => cards.toggle(keys[index] ?? '')}
            onDuplicate={() => add(items[index] ?? null, index + 1)}
            onRemove={() => remove(index, nameOf(index))}
          />
        )}
      />
      <AddStep onAdd={add} />
    </div>
  );
}

function focusFirstField(place: HTMLElement | null, at: number): void {
  const card = place?.querySelectorAll('ol[aria-label="Steps"] > li')[at];
  card?.querySelector<HTMLElement>('[data-fields] :is(input, textarea, select, [contenteditable])')?.focus();
}

function AddStep({ onAdd }: { onAdd: (step: Json) => void }) {
  return (
    <div>
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Button>Add step ▾</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(STEP_EDITORS).map(([kind, { label, hint, blank }]) => (
            <Menu.Item key={kind} onClick={() => onAdd({ do: kind, ...blank })}>
              {label} <span className={authoring['quiet']}>{hint}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

interface StepCardProps {
  readonly index: number;
  readonly step: Json;
  readonly handle: ReactNode;
  readonly name: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

function StepCard({ index, step, ...card }: StepCardProps) {
  const { draft, world } = useEditor();
  const path = [...PATH, index];
  const fields = objectOf(step);
  const editor = editorOf(step);
  if (editor === undefined) return null;
  const { Fields, Summary } = editor;
  const scope = stepScope(draft, index, world);
  const when = textOf(fields['when']);
  return (
    <Card
      {...card}
      path={path}
      kind={editor.label}
      summary={<Summary step={fields} />}
      aside={when === '' ? editor.aside?.(fields) : <WhenText text={when} />}
    >
      <Fields path={path} scope={scope} />
      <WhenField path={[...path, 'when']} scope={scope} noun="step" />
    </Card>
  );
}

function editorOf(step: Json | undefined) {
  const kind = textOf(objectOf(step)['do']);
  return isKind(kind) ? STEP_EDITORS[kind] : undefined;
}

function isKind(text: string): text is StepKind {
  return Object.hasOwn(STEPS, text);
}
