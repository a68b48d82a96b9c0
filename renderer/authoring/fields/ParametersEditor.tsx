import { useCallback } from 'react';
import { CardList } from '../cards/CardList.tsx';
import type { ListedCardProps } from '../cards/ListedCard.tsx';
import { useEditor, useSamePath } from '../context/authoring.ts';
import { type JsonPath, listOf, objectOf, textOf, valueAt } from '../context/json-path.ts';
import { copyWithFreeSlug, nameOrSlug } from '../context/slug.ts';
import { ParameterCard } from './ParameterCard.tsx';

interface ParametersEditorProps {
  readonly path: JsonPath;
  /** The name of the list, such as `Parameters`. */
  readonly label: string;
  /** The hint for the slug of a field; absent for the parameters of a task or a runbook. */
  readonly slugHint?: string;
  readonly empty: string;
}

/** The parameters of a form as cards, in their order. */
export function ParametersEditor({ path, label, empty, slugHint }: ParametersEditorProps) {
  const noun = slugHint === undefined ? 'parameter' : 'field';
  const { saved } = useEditor();
  const list = useSamePath(path);
  const render = useCallback(
    (card: ListedCardProps) => {
      const { slug } = objectOf(card.item);
      const isSaved = listOf(valueAt(saved, list)).some((item) => objectOf(item)['slug'] === textOf(slug));
      const hint = slugHint ?? 'Names its value in paramValues and expressions.';
      return <ParameterCard {...card} path={[...list, card.index]} slugHint={hint} isSaved={isSaved} />;
    },
    [saved, list, slugHint],
  );
  return (
    <CardList
      {...{ path: list, label, noun, empty, render }}
      kinds={{ blank: { slug: '', type: 'string' } }}
      nameOf={(item, index) => nameOrSlug(objectOf(item)) || `${noun} ${index + 1}`}
      copyOf={copyWithFreeSlug}
    />
  );
}
