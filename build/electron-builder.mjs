/**
 * Returns how an application of macOS is signed. With a certificate, notarised with APPLE_API_KEY, APPLE_API_KEY_ID and
 * APPLE_API_ISSUER, or with APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD and APPLE_TEAM_ID. Without one it is signed for no one (ad hoc), since
 * Apple Silicon kills what is not signed at all, and without the hardened runtime, which would kill it too: it loads only libraries of
 * the same signer.
 */
export function macSigning({ CSC_LINK = '', CSC_NAME = '' }) {
  if (CSC_LINK !== '' || CSC_NAME !== '') return { hardenedRuntime: true };
  return { identity: '-', hardenedRuntime: false };
}

/** Configuration of electron-builder for the packaged application; build/dist.mjs (`npm run dist`) uses it. */
export default {
  appId: 'dev.hangar.desktop',
  productName: 'Hangar',
  copyright: 'Copyright © 2026 The Hangar authors',
  directories: { output: 'dist', buildResources: 'build/icons' },
  extraMetadata: {
    // The deb package wants both. Hangar has no website but its own window.
    homepage: 'http://127.0.0.1:4100/',
    author: { name: 'The Hangar authors', email: 'hangar@localhost' },
    // By this the desktop knows which windows are this application's.
    desktopName: 'hangar.desktop',
  },
  // Everything is bundled: the preload script, the window, and what the main program loads, which build/dist.mjs adds.
  files: ['!**/*', 'package.json', 'out/main/package.json', 'out/preload/*', 'out/renderer/**/*', '!**/*.map'],
  extraResources: [
    { from: 'LICENSE', to: 'LICENSE.txt' },
    { from: 'out/THIRD-PARTY-NOTICES.txt', to: 'THIRD-PARTY-NOTICES.txt' },
  ],
  asar: true,
  npmRebuild: false,
  // The window speaks English.
  electronLanguages: ['en-US'],
  // Nothing looks for updates, so nothing needs to know where they would be.
  publish: null,
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  // The fuses of the executable, written into it after packing and before signing.
  electronFuses: {
    runAsNode: false,
    // Fuses are written into a signed executable of Electron, whose signature is wrong then: it is signed anew, also where nothing else signs.
    resetAdHocDarwinSignature: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    // macOS and Windows check it; Linux has no such check, there it changes nothing.
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    // The window comes from the server: no page needs files.
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
    // Would ask for the system's key ring; the window's cookies hold no secret that the data folder does not hold too.
    enableCookieEncryption: false,
  },
  afterExtract: 'build/after-extract.mjs',
  fileAssociations: [
    {
      ext: 'hangar',
      name: 'Hangar Workspace',
      description: 'Workspace of Hangar',
      mimeType: 'application/x-hangar-workspace',
      icon: 'document',
      role: 'Editor',
    },
    {
      ext: 'hangar-bundle',
      name: 'Hangar Bundle',
      description: 'Failure recorded by Hangar',
      mimeType: 'application/x-hangar-bundle',
      icon: 'document',
      role: 'Viewer',
    },
  ],
  protocols: [{ name: 'Hangar', schemes: ['hangar'], role: 'Viewer' }],

  linux: {
    target: ['AppImage', 'deb', 'tar.gz'],
    executableName: 'hangar',
    syncDesktopName: true,
    icon: 'linux',
    category: 'Development',
    synopsis: 'A local emulator of a task, runbook and resource automation service',
    desktop: {
      entry: {
        GenericName: 'Task Automation Emulator',
        Keywords: 'emulator;mock;api;tasks;runbooks;webhooks;',
      },
    },
  },

  mac: {
    target: ['dmg', 'zip'],
    icon: 'icon.icns',
    category: 'public.app-category.developer-tools',
    ...macSigning(process.env),
    gatekeeperAssess: false,
    entitlements: 'build/entitlements.mac.plist',
    entitlementsInherit: 'build/entitlements.mac.plist',
  },

  // Signed with WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD, or CSC_LINK and CSC_KEY_PASSWORD.
  win: { target: ['nsis', 'zip'], icon: 'icon.ico' },
  nsis: { include: 'build/installer.nsh', deleteAppDataOnUninstall: false },
};
