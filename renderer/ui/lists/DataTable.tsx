import type { ComponentProps } from 'react';
import classes from './DataTable.module.css';
import { stripBidiControls } from '../text/shown-text.tsx';

/** A plain table with a header row; `children` are its `<tr>` elements. */
export function DataTable({
  columns,
  children,
  className = '',
  ...table
}: ComponentProps<'table'> & { readonly columns: readonly string[] }) {
  return (
    <table className={`${classes['table']} ${className}`} {...table}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            // Columns of a user's table may have one name.
            <th key={index} scope="col">
              {stripBidiControls(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
