import { screen, waitFor } from '@testing-library/dom';

/** The link or row of a run, found by its address, because a row does not show the ID. */
export function rowOfRun(id: string): Promise<HTMLElement> {
  const find = () => {
    const found = [...screen.queryAllByRole('option'), ...screen.queryAllByRole('link')].find((row) =>
      (row.getAttribute('href') ?? '').startsWith(`/runs/${id}`),
    );
    if (found === undefined) throw new Error(`no row of ${id}`);
    return found;
  };
  return waitFor(find);
}
