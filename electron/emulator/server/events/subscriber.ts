/** A client that has so much unread is not following: it is cut off, and resumes or loads anew when it comes back. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** One follower of the event stream. */
export class EventSubscriber {
  readonly stream: ReadableStream<Uint8Array>;
  /** The run whose log it follows; "" for none. */
  readonly run: string;
  /** The name of the admin session that it is part of, if of any. */
  readonly session: string | undefined;
  readonly #disconnect: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** @param onGone calls once when the client has left. @param cutOff ends the connection of one that does not read. */
  constructor(
    { run, session }: { run: string; session: string | undefined },
    { onClose, disconnect }: { onClose: (subscriber: EventSubscriber) => void; disconnect: () => void },
  ) {
    this.run = run;
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

  /** Sends bytes; false when the client does not keep up, and is cut off. */
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

  /** Ends the stream after what was sent. */
  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }
}
