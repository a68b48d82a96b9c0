import { parentPort } from 'node:worker_threads';
// Must precede the compiler, whose memory it limits.
import './bounded-memory.ts';
import type { Job, JobName, JobReply, JobResults } from './jobs.ts';
import { faultOf, locateSyntaxError, rewrite, stripTypes } from './typescript.ts';
import { messageOf } from '../../../../../shared/values/messages.ts';

const JOBS: { readonly [Name in JobName]: (job: Job) => JobResults[Name] } = {
  strip: ({ text, name }) => stripTypes(text, name),
  rewrite: ({ text, name }) => rewrite(text, name),
  bundle: ({ text, name }) => rewrite(text, name, { keepsImports: false }),
  locate: ({ text, name, message = '' }) => locateSyntaxError(text, name, message),
};

/** Runs jobs one at a time. Exits when a job has broken the compiler. */
parentPort?.on('message', (job: Job) => {
  const reply = replyTo(job);
  parentPort?.postMessage(reply);
  if ('broken' in reply) process.exit();
});

function replyTo(job: Job): JobReply {
  try {
    return { result: JOBS[job.do](job) };
  } catch (error) {
    const fault = faultOf(error);
    if (fault !== undefined) return { problem: `${job.name}: it cannot be compiled: ${fault}`, broken: true };
    return { problem: messageOf(error) };
  }
}
