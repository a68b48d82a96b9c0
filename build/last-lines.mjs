/**
 * The last lines of `npm test`: a line for each skipped test, a line for each failure, a line for each test that passed only
 * on a retry, their number, then the sum. A retried test is a defect of the test or of Hangar, but does not fail the suite.
 *
 * @param results summaries `{ passed, failed, skipped, retried }` of the runners; the last three are lists of
 * `{ name, reason }`.
 */
export function lastLines(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const named = (key) =>
    results.flatMap((result) => result[key]).map(({ name, reason }) => `${key}: ${name}: ${firstLine(reason)}`);
  const failed = named('failed');
  const skipped = named('skipped');
  const retried = named('retried');
  const health = retried.length > 0 ? [...retried, `retried: ${retried.length}`] : [];
  return [...skipped, ...failed, ...health, `${passed} passed, ${failed.length} failed`];
}

/** The first line of a text that says something, without the colours of a terminal. */
function firstLine(text) {
  const plain = text.replaceAll(/\u001b\[[\d;]*m/g, '');
  const lines = plain.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '') ?? 'no reason given';
}
