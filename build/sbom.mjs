// `npm run sbom`: writes out/sbom.cdx.json, a CycloneDX bill of materials: the packages that Hangar's bundles hold, which are those of
// THIRD-PARTY-NOTICES.txt, and the Electron of the desktop application; with versions, licences and the checksums of package-lock.json.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Builders, Factories } from '@cyclonedx/cyclonedx-library/Contrib/FromNodePackageJson';
import { Factories as Licences } from '@cyclonedx/cyclonedx-library/Contrib/License';
import { ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums';
import { Bom } from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Normalized, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import parseLicence from 'spdx-expression-parse';
import { ensureBuilt } from './ensure-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(root, 'out', 'sbom.cdx.json');

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const builder = new Builders.ComponentBuilder(
  new Factories.ExternalReferenceFactory(),
  new Licences.LicenseFactory(parseLicence),
);

/** Describes the package in a folder as a component. */
function componentOf(folder, type, integrity = '') {
  const component = builder.makeComponent(read(join(folder, 'package.json')), type);
  const { group, name, version } = component;
  const kind = folder === '' || folder.startsWith('node_modules/') ? 'npm' : 'generic';
  component.purl = `pkg:${kind}/${group ? `${group.replace('@', '%40')}/` : ''}${encodeURIComponent(name)}@${version}`;
  component.bomRef.value = component.purl;
  const [, sum] = /^sha512-(\S+)/.exec(integrity) ?? [];
  if (sum !== undefined) component.hashes.set(HashAlgorithm['SHA-512'], Buffer.from(sum, 'base64').toString('hex'));
  return component;
}

await ensureBuilt();
const { packages } = read('package-lock.json');
const bundled = readdirSync(join(root, 'out/third-party')).flatMap((name) => read(`out/third-party/${name}`));
const folders = new Set([...bundled, 'node_modules/electron']);
const bom = new Bom();
bom.metadata.component = componentOf('', ComponentType.Application);
for (const folder of folders) {
  const component = componentOf(folder, ComponentType.Library, packages[folder]?.integrity);
  bom.components.add(component);
  bom.metadata.component.dependencies.add(component.bomRef);
}
const text = new JsonSerializer(new Normalized.Normalize.Factory(Spec1dot6)).serialize(bom, {
  sortLists: true,
  space: 2,
});
writeFileSync(OUT, `${text}\n`);
process.stdout.write(`${OUT}: ${folders.size} packages\n`);
