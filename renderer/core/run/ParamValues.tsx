import type { JsonObject } from '../../../shared/values/json.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

interface ParamValuesProps {
  readonly params: readonly { readonly slug: string; readonly name: string }[];
  readonly values: JsonObject;
}

/** The parameter values of a run or session, as a table. */
export function ParamValues({ params, values }: ParamValuesProps) {
  const names = new Map(params.map(({ slug, name }) => [slug, name]));
  return (
    <>
      <DataTable columns={['Name', 'Slug', 'Value']}>
        {Object.entries(values).map(([slug, value]) => (
          <tr key={slug}>
            <td>{stripBidiControls(names.get(slug) || slug)}</td>
            <td>
              <code>{stripBidiControls(slug)}</code>
            </td>
            <td>
              <code>{stripBidiControls(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</code>
            </td>
          </tr>
        ))}
      </DataTable>
      <p>
        <CopyButton value={() => JSON.stringify(values, null, 2)} label="Copy values as JSON" />
      </p>
    </>
  );
}
