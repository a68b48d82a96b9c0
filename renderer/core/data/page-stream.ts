import type { StreamTransport } from './live-events.ts';
import type { StreamAnswer, StreamRequest } from './shared-stream.ts';

/**
 * Makes the transport of a page for the event stream: the stream that all pages of the origin share, which a shared worker reads;
 * one of its own where there are no shared workers, or the worker's script is gone.
 */
export function createPageStream(direct: StreamTransport): StreamTransport {
  return async (url, init) => {
    if (typeof SharedWorker === 'undefined') return direct(url, init);
    // A port of its own for each stream: messages of an earlier one cannot reach a later one.
    const worker = new SharedWorker(new URL('./shared-stream.worker.ts', import.meta.url), { type: 'module' });
    const failure = new Promise<undefined>((resolve) => {
      worker.addEventListener('error', () => resolve(undefined));
    });
    return (await Promise.race([streamOver(worker.port, url, init), failure])) ?? direct(url, init);
  };
}

/** Asks for the shared stream at the other end of a port. Aborting leaves it. */
export function streamOver(port: MessagePort, url: string, init: Parameters<StreamTransport>[1]): Promise<Response> {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  return new Promise((resolve, reject) => {
    const leave = () => {
      port.postMessage(null);
      port.close();
      const reason = new DOMException('the page left the event stream', 'AbortError');
      stream?.error(reason);
      reject(reason);
    };
    port.onmessage = ({ data }: MessageEvent<StreamAnswer>) => {
      if (data !== null && 'text' in data) stream?.enqueue(encoder.encode(data.text));
      else if (data?.status === 200) {
        resolve(new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })));
      } else {
        init.signal.removeEventListener('abort', leave);
        port.close();
        if (data === null) stream?.close();
        else resolve(new Response(null, { status: data.status }));
      }
    };
    init.signal.addEventListener('abort', leave);
    port.postMessage(requestOf(url, init.headers));
  });
}

function requestOf(url: string, headers: Record<string, string>): StreamRequest {
  const run = new URL(url, globalThis.location.href).searchParams.get('run') ?? '';
  return { run, lastEventID: headers['last-event-id'] ?? '' };
}
