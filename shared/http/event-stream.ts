/** A message of an event stream; `comment` is a heartbeat. */
export type StreamMessage =
  | { readonly kind: 'message'; readonly id: string; readonly data: string }
  | { readonly kind: 'comment' };

/** Maximum number of characters of a message. */
const MAX_MESSAGE = 100_000_000;

/** Reads the texts of a `text/event-stream` body message by message, including heartbeats. */
export async function* readEventStream(texts: AsyncIterable<string>): AsyncGenerator<StreamMessage> {
  let rest = '';
  for await (const text of texts) {
    rest += text.replaceAll('\r\n', '\n');
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > MAX_MESSAGE)
      throw new Error(`a message of the event stream is longer than ${MAX_MESSAGE} characters`);
    for (const block of blocks) yield parseBlock(block);
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

/** Interval of the heartbeat on `/_emulator/events` while there are no events, in milliseconds. */
export const HEARTBEAT_MILLISECONDS = 2000;
