import { parentPort } from 'node:worker_threads';
import type { Job, JobResult } from './compiler.ts';
import { isFault, locateSyntaxError, stripTypes } from './typescript.ts';

/** The compiler's thread: does one job after the other, and ends itself when one has broken the compiler. */
parentPort?.on('message', (job: Job) => {
  const result = resultOf(job);
  parentPort?.postMessage(result);
  if ('broken' in result) process.exit();
});

function resultOf({ text, name, message }: Job): JobResult {
  try {
    return { text: message === undefined ? stripTypes(text, name) : locateSyntaxError(text, name, message) };
  } catch (error) {
    if (isFault(error)) return { problem: `${name}: it cannot be compiled: it is nested too deeply`, broken: true };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
