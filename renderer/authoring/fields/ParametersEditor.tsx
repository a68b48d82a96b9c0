import { CardList } from '../cards/CardList.tsx';
import { useEditor } from '../context/authoring.ts';
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
  const savedSlugs = new Set(listOf(valueAt(saved, path)).map((item) => textOf(objectOf(item)['slug'])));
  return (
    <CardList
      {...{ path, label, noun, empty }}
      kinds={{ blank: { slug: '', type: 'string' } }}
      nameOf={(item, index) => nameOrSlug(objectOf(item)) || `${noun} ${index + 1}`}
      copyOf={copyWithFreeSlug}
      render={({ index, item, ...card }) => (
        <ParameterCard
          {...card}
          path={[...path, index]}
          slugHint={slugHint ?? 'Names its value in paramValues and expressions.'}
          isSaved={savedSlugs.has(textOf(objectOf(item)['slug']))}
        />
      )}
    />
  );
}
