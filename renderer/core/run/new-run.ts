/** Path of a run that was just made. The filters of the list stay when it is on the screen. */
export function pathOfNewRun(runID: string): string {
  const query = new URLSearchParams(location.pathname.startsWith('/runs') ? location.search : '');
  query.delete('with');
  const text = query.toString();
  return `/runs/${runID}${text === '' ? '' : `?${text}`}`;
}
