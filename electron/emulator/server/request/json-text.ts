import { Slices } from '../../slices/slices.ts';

/** A result that is serialised JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A result that is serialised in pieces while it is sent. */
export class JsonPieces {
  readonly pieces: Iterator<string, unknown, undefined>;

  constructor(pieces: Iterator<string, unknown, undefined>) {
    this.pieces = pieces;
  }

  /** Returns a stream of the pieces, produced as fast as they are read, in time slices. */
  stream(report: (error: unknown) => void): ReadableStream<Uint8Array> {
    const { pieces } = this;
    const slices = new Slices();
    let isCancelled = false;
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { text, isLast } = await nextText(pieces, slices);
          // The client has gone meanwhile, and the stream is closed.
          if (isCancelled) return;
          if (text !== '') controller.enqueue(Buffer.from(text));
          if (isLast) controller.close();
        } catch (error) {
          if (isCancelled) return;
          report(error);
          // Aborts the connection; the partial JSON is invalid, so it is not taken for complete.
          controller.error(error);
        }
      },
      cancel: () => {
        isCancelled = true;
        pieces.return?.();
      },
    });
  }
}

/** Minimum number of characters per chunk. */
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
