// Asks the same again and again, in a thread of its own so that nothing else delays it, until it is told to end; then tells the
// duration of the longest answer. `workerData` is a `Shot`.
import { parentPort, workerData } from 'node:worker_threads';

const { url, headers } = workerData;
let longest = 0;
let isOver = false;
parentPort.on('message', () => (isOver = true));

const ask = async () => (await fetch(url, { headers })).text();

// The first one loads the client.
await ask();
while (!isOver) {
  const began = performance.now();
  await ask();
  longest = Math.max(longest, performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, 2));
}
parentPort.postMessage({ longest });
parentPort.close();
