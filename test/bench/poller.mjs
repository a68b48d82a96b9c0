// Asks the same again and again, in a thread of its own so that nothing else delays it, until it is told to end; then tells the
// durations of the answers. `workerData` is a `Shot`.
import { parentPort, workerData } from 'node:worker_threads';

const { url, headers } = workerData;
const waits = [];
let isOver = false;
parentPort.on('message', () => (isOver = true));

const ask = async () => (await fetch(url, { headers })).text();

// The first one loads the client.
await ask();
while (!isOver) {
  const began = performance.now();
  await ask();
  waits.push(performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, 2));
}
waits.sort((a, b) => a - b);
parentPort.postMessage({ longest: waits.at(-1), p50: waits[Math.floor(waits.length / 2)], polls: waits.length });
parentPort.close();
