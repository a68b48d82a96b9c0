/** A message of an event stream; `comment` is a heartbeat. */
export type StreamMessage =
  { readonly kind: 'message'; readonly id: string; readonly data: string } | { readonly kind: 'comment' };

/** Reads a `text/event-stream` body message by message, including heartbeats. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true }).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield parseBlock(block);
    }
  } finally {
    reader.releaseLock();
  }
}

function parseBlock(block: string): StreamMessage {
  const data: string[] = [];
  let id = '';
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const text = line.slice(at + 1).replace(/^ /, '');
    if (line.startsWith('data:')) data.push(text);
    if (line.startsWith('id:')) id = text;
  }
  return data.length === 0 ? { kind: 'comment' } : { kind: 'message', id, data: data.join('\n') };
}
