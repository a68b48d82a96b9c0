// `npm run serve`: builds what is not built, then runs it in this process, so that signals and exit code are its own.
import { ensureBuilt } from './ensure-built.mjs';

await ensureBuilt().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
await import('../out/main/headless.js');
