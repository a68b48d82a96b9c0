import { Socket } from 'node:net';
import { LineReader } from '../../line-reader.ts';

/** The channel between a script's process and the server. Messages are JSON texts without line ends. */
export interface Channel {
  readonly send: (text: string) => void;
  readonly listen: (listener: (text: string) => void) => void;
  /** Calls once the server has ended. */
  readonly onClose: (call: () => void) => void;
}

/** Electron's port to the parent process; absent in Node. */
interface ParentPort {
  readonly postMessage: (message: string) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
}

const DESCRIPTOR = 3;

/** Opens the channel of the platform: Electron's port or a pipe. */
export function openChannel(): Channel {
  const { parentPort } = process as { parentPort?: ParentPort };
  return parentPort === undefined ? overPipe(new Socket({ fd: DESCRIPTOR })) : overPort(parentPort);
}

function overPipe(socket: Socket): Channel {
  let listener: (text: string) => void = () => undefined;
  const reader = new LineReader(
    (line) => listener(line),
    () => true,
    Infinity,
  );
  socket.on('data', (chunk) => reader.push(chunk));
  socket.on('error', () => socket.destroy());
  return {
    send: (text) => void socket.write(`${text}\n`),
    listen: (next) => (listener = next),
    onClose: (call) => socket.once('end', call).once('close', call),
  };
}

/** Electron ends the process with the application, so `onClose` does nothing. */
function overPort(port: ParentPort): Channel {
  return {
    send: (text) => port.postMessage(text),
    listen: (listener) => port.on('message', ({ data }) => listener(String(data))),
    onClose: () => undefined,
  };
}
