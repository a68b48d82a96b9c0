import { CopyButton } from '../../ui/CopyButton.tsx';
import { useEditor } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { TextAreaField } from './fields.tsx';
import { textOf } from '../context/json-path.ts';
import { NamedFields } from './NamedFields.tsx';

/** Name, slug, description and ID. */
export function DetailsFields({ noun }: { noun: string }) {
  const { saved } = useEditor();
  const id = textOf(saved?.['id']);
  return (
    <div className={classes['stack']}>
      <NamedFields
        at={[]}
        slugHint={`Names the ${noun} in requests and references.`}
        isSaved={saved !== undefined}
        autoFocus={saved === undefined}
      />
      <TextAreaField path={['description']} label="Description" />
      {id !== '' && (
        <p className="quiet">
          ID <span className="mono">{id}</span> <CopyButton value={id} label={`Copy ${noun} ID`} short="Copy" />
          <br />
          It stays the same when the {noun} is renamed.
        </p>
      )}
    </div>
  );
}
