import { readEventStream, type StreamMessage } from '../../../shared/http/event-stream.ts';

/** Reads a `text/event-stream` body message by message, including heartbeats. */
export function readServerEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  return readEventStream(textsOf(body));
}

async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.releaseLock();
  }
}
