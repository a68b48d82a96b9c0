import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { SHARED } from '../../protocol/protocol.ts';

/** Notes when the script sets flags of the JavaScript engine, which all threads of its process share and nothing can read. */
export function noteLastingChanges(shared: Int32Array): void {
  const setFlags = v8.setFlagsFromString;
  v8.setFlagsFromString = (flags) => {
    Atomics.store(shared, SHARED.changedProcess, 1);
    setFlags(flags);
  };
  syncBuiltinESMExports();
}
