import { SharedStream } from './shared-stream.ts';

const stream = new SharedStream((url, init) => fetch(url, init));

addEventListener('connect', (event) => {
  if (event instanceof MessageEvent) event.ports.forEach((port) => stream.connect(port));
});
