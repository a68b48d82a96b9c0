/**
 * Maximum number of unread bytes of a subscriber. Above it, the connection is closed; the client resumes or reloads when it
 * reconnects.
 */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** A subscriber of the event stream. */
export class EventSubscriber {
  readonly stream: ReadableStream<Uint8Array>;
  /** Runs whose logs it follows. */
  readonly runs: readonly string[];
  /** Name of its admin session, if any. */
  readonly session: string | undefined;
  readonly #disconnect: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /**
   * @param onClose called once when the client has disconnected
   * @param disconnect closes the connection of a client that does not read
   */
  constructor(
    { runs, session }: { runs: readonly string[]; session: string | undefined },
    { onClose, disconnect }: { onClose: (subscriber: EventSubscriber) => void; disconnect: () => void },
  ) {
    this.runs = runs;
    this.session = session;
    this.#disconnect = disconnect;
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#controller = undefined;
          onClose(this);
        },
      },
      { highWaterMark: MAX_UNREAD_BYTES, size: (chunk) => chunk.byteLength },
    );
  }

  /** Sends bytes. Returns false when the client does not keep up and was disconnected. */
  send(bytes: Uint8Array): boolean {
    if (this.#controller === undefined) return false;
    if ((this.#controller.desiredSize ?? 0) > 0) {
      this.#controller.enqueue(bytes);
      return true;
    }
    this.#disconnect();
    this.end();
    return false;
  }

  /** Ends the stream after the data already sent. */
  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }
}
