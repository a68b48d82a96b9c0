import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A hook of electron-builder: takes out what a runtime shows when it has no application, which would be packed too. */
export default function afterExtract({ appOutDir, electronPlatformName, packager }) {
  const isMac = electronPlatformName === 'darwin';
  const resources = isMac
    ? join(appOutDir, packager.info.framework.distMacOsAppName, 'Contents', 'Resources')
    : join(appOutDir, 'resources');
  const defaults = readdirSync(resources).filter((name) => /^(?:app|default_app)(?:\.asar)?$/.test(name));
  for (const name of defaults) rmSync(join(resources, name), { recursive: true, force: true });
}
