import { StartError } from '../host/start-error.ts';
import { portAdvice } from '../platform/port-advice.ts';
import { PortBusyError, PortRefusedError } from '../server/listen.ts';
import { FolderInUseError } from '../store/store-error.ts';
import { WorkspaceError } from '../store/workspace/workspace-error.ts';
import { messageOf } from '../../../shared/values/messages.ts';

/** Converts an error of the start to a `StartError` with a message for the user. */
export function toStartError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  if (error instanceof PortBusyError) {
    const holder = error.holder === '' ? '' : ` by ${error.holder}`;
    return new StartError('portBusy', `port ${error.port} is in use${holder}; --port chooses another, 0 any free one`);
  }
  if (error instanceof PortRefusedError) return new StartError('failed', portAdvice(error.port));
  const message = messageOf(error);
  if (error instanceof WorkspaceError) return new StartError('usage', message);
  if (error instanceof FolderInUseError) return new StartError('dataInUse', message);
  // The message of a failed system call names its file.
  const isOfFile = error instanceof Error && 'syscall' in error && 'path' in error;
  return new StartError('failed', isOfFile ? `The data folder cannot be used: ${message}.` : message);
}
