/** Path of a new run. Keeps the filters of a visible list. */
export function pathOfNewRun(runID: string): string {
  const query = new URLSearchParams(location.pathname.startsWith('/runs') ? location.search : '');
  query.delete('with');
  const text = query.toString();
  return `/runs/${runID}${text === '' ? '' : `?${text}`}`;
}
