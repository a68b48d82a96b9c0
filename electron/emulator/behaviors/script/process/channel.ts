import { Socket } from 'node:net';
import { LineReader } from '../../line-reader.ts';

/** The way between a script's process and the server. Messages are JSON texts without line ends. */
export interface Channel {
  readonly send: (text: string) => void;
  readonly listen: (listener: (text: string) => void) => void;
  /** Calls when the server has ended. */
  readonly onClose: (call: () => void) => void;
}

/** Electron's port to the process that started this one; Node's processes have none. */
interface ParentPort {
  readonly postMessage: (message: string) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
}

const DESCRIPTOR = 3;

/** Opens the way that the platform gave this process. */
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

/** Electron itself ends the process with the application. */
function overPort(port: ParentPort): Channel {
  return {
    send: (text) => port.postMessage(text),
    listen: (listener) => port.on('message', ({ data }) => listener(String(data))),
    onClose: () => undefined,
  };
}
