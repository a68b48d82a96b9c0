import { TextCursorInputIcon } from 'lucide-react';
import { useCallback } from 'react';
import classes from '../cards/authoring.module.css';
import { CardList, type ListedCardProps } from '../cards/CardList.tsx';
import { useEditor, useSamePath } from '../context/authoring.ts';
import { type JsonPath, listOf, objectOf, textOf, valueAt } from '../../../shared/values/json.ts';
import { copyWithFreeSlug, nameOrSlug } from '../context/slug.ts';
import { ParameterRow } from './ParameterRow.tsx';

interface ParametersEditorProps {
  readonly path: JsonPath;
  /** The name of the list, such as `Parameters`. */
  readonly label: string;
  /** `parameter` of a task or a runbook, or `field` of a prompt or an object. */
  readonly noun: 'parameter' | 'field';
  readonly empty: string;
}

/** The parameters of a form as a table, in their order. */
export function ParametersEditor({ path, label, noun, empty }: ParametersEditorProps) {
  const { saved } = useEditor();
  const list = useSamePath(path);
  const render = useCallback(
    (card: ListedCardProps) => {
      const { slug } = objectOf(card.item);
      const isSaved = listOf(valueAt(saved, list)).some((item) => objectOf(item)['slug'] === textOf(slug));
      return <ParameterRow {...card} path={[...list, card.index]} isSaved={isSaved} />;
    },
    [saved, list],
  );
  return (
    <div className={classes['table']}>
      {/* The fields have the same names. */}
      <div className={classes['columns']} aria-hidden>
        {['Field', 'Slug', 'Type', 'Required', 'Default'].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <CardList
        {...{ path: list, label, noun, empty, render }}
        icon={noun === 'parameter' ? TextCursorInputIcon : undefined}
        kinds={{ blank: { slug: '', type: 'string' } }}
        nameOf={(item, index) => nameOrSlug(objectOf(item)) || `${noun} ${index + 1}`}
        copyOf={copyWithFreeSlug}
      />
    </div>
  );
}
