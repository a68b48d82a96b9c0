// Fetches the Electron runtime, as its package does when it is first run, but shows its progress. Prints the
// reason on standard output when it fails.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const electron = createRequire(fileURLToPath(new URL('../node_modules/electron/install.js', import.meta.url)));

try {
  const { downloadArtifact } = electron('@electron/get');
  const { version } = electron('./package.json');
  process.stderr.write(`Fetching Electron ${version} …\n`);
  await downloadArtifact({
    version,
    artifactName: 'electron',
    cacheRoot: process.env.electron_config_cache,
    platform: process.platform,
    arch: process.arch,
    checksums: electron('./checksums.json'),
    downloadOptions: { quiet: true, getProgressCallback: showProgress },
  });
  // The package only unpacks the file, which is now in its cache.
  const { status } = spawnSync(process.execPath, [electron.resolve('./install.js')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('it could not be unpacked');
} catch (error) {
  process.stdout.write(String(error.cause?.message ?? error.message).split('\n')[0]);
  process.exitCode = 1;
}

let shown = -1;
async function showProgress({ percent }) {
  const now = Math.floor(percent * 10) * 10;
  if (now === shown) return;
  shown = now;
  process.stderr.write(`${now} %\n`);
}
