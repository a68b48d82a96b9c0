import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Json } from '../../../shared/values/json.ts';
import { SortableList } from '../../ui/SortableList.tsx';
import { useEditor } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { type JsonPath, objectOf, textOf, valueAt, listOf } from '../context/json-path.ts';
import { ParameterCard } from './ParameterCard.tsx';
import { freeSlug } from '../context/slug.ts';
import { useItems } from '../cards/use-items.ts';
import { useOpenCards } from '../cards/use-open-cards.ts';

interface ParametersEditorProps {
  readonly path: JsonPath;
  /** Names the list, as in `Parameters`. */
  readonly label: string;
  /** What an item is called. */
  readonly noun?: 'parameter' | 'field';
  /** What its slug is for. */
  readonly slugHint?: string;
  readonly empty: string;
}

/** The parameters of a form as cards, in their order. */
export function ParametersEditor({ path, label, noun = 'parameter', empty, ...rest }: ParametersEditorProps) {
  const { slugHint = 'Names its value in paramValues and expressions.' } = rest;
  const { items, keys, insert, move, remove } = useItems(path);
  const { saved } = useEditor();
  const cards = useOpenCards();
  const container = useRef<HTMLDivElement>(null);
  const added = useRef('');
  const savedSlugs = new Set(listOf(valueAt(saved, path)).map((item) => textOf(objectOf(item)['slug'])));
  const add = (item: Json, at?: number) => {
    const key = insert(item, at);
    cards.open(key);
    added.current = key;
  };
  useEffect(() => {
    const at = keys.indexOf(added.current);
    if (at < 0) return;
    added.current = '';
    container.current?.querySelectorAll('[data-parameter]')[at]?.querySelector('input')?.focus();
  });
  const duplicate = (index: number) => {
    const item = objectOf(items[index]);
    const taken = new Set(items.map((each) => textOf(objectOf(each)['slug'])));
    add({ ...item, slug: freeSlug(textOf(item['slug']), taken) }, index + 1);
  };
  const nameOf = (index: number) => {
    const { name, slug } = objectOf(items[index]);
    return [textOf(name), textOf(slug)].find((text) => text !== '') ?? `${noun} ${index + 1}`;
  };
  return (
    <div ref={container} className={classes['stack']}>
      {items.length === 0 && <p className={classes['hint']}>{empty}</p>}
      <SortableList
        label={label}
        keys={keys}
        nameOf={nameOf}
        onMove={move}
        render={(index, handle) => (
          <ParameterCard
            path={[...path, index]}
            handle={handle}
            name={nameOf(index)}
            slugHint={slugHint}
            isSaved={savedSlugs.has(textOf(objectOf(items[index])['slug']))}
            open={cards.isOpen(keys[index] ?? '')}
            onToggle={() => cards.toggle(keys[index] ?? '')}
            onDuplicate={() => duplicate(index)}
            onRemove={() => remove(index, nameOf(index))}
          />
        )}
      />
      <div>
        <Button onClick={() => add({ slug: '', type: 'string' })}>Add {noun}</Button>
      </div>
    </div>
  );
}
