// `npm run bench [-- NAME…] [--rounds N] [--seconds N] [--stock N] [--only TEXT] [--program FILE] [--beside FILE]`: measures Hangar
// and its references in one run, alternately. The files are the `out/main/headless.js` of other builds.
import { parseArgs } from 'node:util';
import { machine, tableOf, type Figure } from './figures.ts';
import { Lab } from './lab.ts';
import { MEASURES } from './measures.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    stock: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
    program: { type: 'string' },
    beside: { type: 'string' },
  },
});

const unknown = positionals.filter((name) => !(name in MEASURES));
if (unknown.length > 0) {
  process.stderr.write(`There is no measure ${unknown.join(', ')}; there are ${Object.keys(MEASURES).join(', ')}.\n`);
  process.exit(2);
}

const lab = new Lab(values);
process.on('exit', () => lab.remove());
const plan = {
  ...{ lab, rounds: Number(values.rounds), seconds: Number(values.seconds) },
  ...{ stock: Number(values.stock), only: values.only },
};
const figures: Figure[] = [];
const began = performance.now();
for (const [name, measure] of Object.entries(MEASURES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  figures.push(...(await measure(plan)));
}
process.stdout.write(
  `\nMachine: ${machine()}; ` +
    `${plan.rounds} rounds of ${plan.seconds} s, ${plan.stock} stored runs; ${((performance.now() - began) / 60_000).toFixed(1)} minutes.\n\n${tableOf(figures)}\n`,
);
