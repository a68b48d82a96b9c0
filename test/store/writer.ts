import { openState } from '../../electron/emulator/store/state/state.ts';
import { finished, line, prompt, run, START } from './sample.ts';

/** A process that writes runs for as long as it lives, and says of each when it is durable: for the test that kills it. */
async function main(folder: string, first: number): Promise<void> {
  const state = await openState({
    folder,
    now: () => START,
    onFailure: (error) => process.stderr.write(`${error.message}\n`),
    rewriteAt: 5000,
  });
  // The one before may have been killed after a run was durable and before it could say so: what is finished stays as it is.
  let next = first;
  while (state.get('run', run(next).id) !== undefined) next++;
  for (let n = next; ; n++) {
    state.put('run', run(n));
    state.put('prompt', prompt(n, run(n).id, { submittedAt: 1, submittedBy: 'usr1' }));
    await state.flushed();
    state.put('run', finished(n));
    state.appendLogs(run(n).id, [line(1), line(2)]);
    await state.flushed();
    process.stdout.write(`${n}\n`);
  }
}

await main(process.argv[2] ?? '', Number(process.argv[3]));
