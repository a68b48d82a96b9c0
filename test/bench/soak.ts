// `npm run soak [-- --minutes N] [--rate N] [--windows N] [--retain N]`: mixed load on a Hangar of its own; is it level at the end?
import { parseArgs } from 'node:util';
import { machine } from './figures.ts';
import { soak } from './soak/run.ts';
import { GROWTH, trendOf, trendTable } from './soak/trend.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '40' },
    windows: { type: 'string', default: '5' },
    retain: { type: 'string' },
    note: { type: 'string', default: '2000' },
  },
});
const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
// Retention is reached in the first fifth: what still grows in the second half is no stock that fills up.
const retain = Number(values.retain ?? Math.max(1000, Math.min(20_000, Math.round((minutes * 60 * rate) / 5))));
const windows = Number(values.windows);
const report = await soak({
  ...{ minutes, rate, windows, retain, noteBytes: Number(values.note) },
  say: (line) => process.stderr.write(`${line}\n`),
});

/** Minutes until caches and retained data have filled up. */
const JUDGED_FROM_MINUTES = 5;
const judged = minutes >= JUDGED_FROM_MINUTES ? report.series : [];
const growing = judged.filter((series) => trendOf(series).verdict === 'growing').map(({ name }) => name);
const isWell = growing.length === 0 && report.problems.length === 0;
const verdict =
  judged.length === 0
    ? `Shorter than ${JUDGED_FROM_MINUTES} minutes: growth is told and not judged.`
    : growing.length === 0
      ? 'Everything is level.'
      : `Growing: ${growing.join(', ')}.`;
process.stdout.write(
  `\nMachine: ${machine()}; ` +
    `${minutes} minutes, ${rate} lives a second, ${windows} windows, retainRuns ${retain}.\n` +
    `${report.lives} of ${Math.floor(minutes * 60 * rate)} lives, ${report.runs} runs kept at the end, ${report.eventsRead} events read by the windows.\n\n` +
    `${trendTable(report.series)}\n\n` +
    `Growing: the end of the second half more than ${Math.round((GROWTH.ratio - 1) * 100)} % above its start, and the slope more than ` +
    `${GROWTH.errors} standard errors above zero.\n` +
    `${verdict}\n` +
    `${report.problems.length === 0 ? 'No answer was other than it should be, and no run was lost.' : `Problems:\n${report.problems.map((problem) => `- ${problem}`).join('\n')}`}\n`,
);
process.exitCode = isWell ? 0 : 1;
