import { connect, type Socket } from 'node:net';
import { OUTPUT_LIMITS } from '../../limits.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../../timers/timers.ts';

/** Maximum number of bytes that a database may send in a run. A batch of rows is received before they are counted. */
const MAX_BYTES = 6 * OUTPUT_LIMITS.characters;
/** Interval between checks of that number, in milliseconds. */
const CHECK_EVERY = 20;
const CONNECT_MILLISECONDS = 15_000;

/** Address of a database. */
interface SocketAddress {
  readonly host: string;
  readonly port: number;
}

/** The connections of one run to its database: one, and once the run is aborted those that cancel its statement. */
export class DatabaseSockets {
  readonly #address: SocketAddress;
  readonly #signal: AbortSignal;
  #isOpened = false;

  constructor(address: SocketAddress, signal: AbortSignal) {
    this.#address = address;
    this.#signal = signal;
  }

  /** Connects to the host and the port, never to a path. Rejects for a second connection: drivers try again without an end. */
  async open(): Promise<Socket> {
    if (this.#isOpened && !this.#signal.aborted) throw new Error('the server closed the connection');
    this.#isOpened = true;
    const socket = connect(this.#address);
    const late = setTimeout(
      () => socket.destroy(new Error(`no connection within ${CONNECT_MILLISECONDS / 1000} s`)),
      CONNECT_MILLISECONDS,
    );
    try {
      await new Promise<void>((resolve, reject) => void socket.once('connect', resolve).once('error', reject));
    } finally {
      clearTimeout(late);
    }
    limit(socket);
    // The driver reads both: the name for the certificate, both for messages.
    return Object.assign(socket, this.#address);
  }
}

/** Ends a connection over which too much comes. Bytes are counted below an encryption. */
function limit(socket: Socket): void {
  const check = setInterval(() => {
    if (socket.bytesRead <= MAX_BYTES) return;
    clearInterval(check);
    socket.destroy(
      new Error(`what the database sends is larger than ${OUTPUT_LIMITS.characters / 1_000_000} MB; add a LIMIT`),
    );
  }, CHECK_EVERY);
  socket.once('close', () => clearInterval(check));
}
