// Loaded into a server with `--import` and `--expose-gc`: answers, over the process's channel, how the server is from inside.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

process.on('message', () => {
  // Before the collection, which is not the server's own doing.
  const [p99, max] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().length;
  process.send?.({ rss, heap: heapUsed, external, resources, delayP99: p99, delayMax: max }, () => delay.reset());
});
// It asks for nothing: a server whose other work is over may end.
process.channel?.unref();
