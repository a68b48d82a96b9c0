import { Slices } from '../../slices/slices.ts';

/** An answer that is JSON text already: sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An answer that is written while it is sent: JSON text in pieces. */
export class JsonPieces {
  readonly pieces: Iterator<string, unknown, undefined>;

  constructor(pieces: Iterator<string, unknown, undefined>) {
    this.pieces = pieces;
  }

  /** The pieces as bytes: as fast as they are read, and a few milliseconds at a time. */
  stream(report: (fault: unknown) => void): ReadableStream<Uint8Array> {
    const { pieces } = this;
    const slices = new Slices();
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { text, isLast } = await nextText(pieces, slices);
          if (text !== '') controller.enqueue(Buffer.from(text));
          if (isLast) controller.close();
        } catch (error) {
          report(error);
          // The connection breaks off: what was sent is no JSON, so nobody takes it for the whole.
          controller.error(error);
        }
      },
      cancel: () => void pieces.return?.(),
    });
  }
}

/** Characters that are sent at once. */
const CHUNK = 64 * 1024;

async function nextText(
  pieces: Iterator<string, unknown, undefined>,
  slices: Slices,
): Promise<{ readonly text: string; readonly isLast: boolean }> {
  let text = '';
  while (text.length < CHUNK) {
    const step = pieces.next();
    if (step.done === true) return { text, isLast: true };
    text += step.value;
    await slices.pauseIfDue();
  }
  return { text, isLast: false };
}
