// `prepublishOnly`, and the step before `npm publish` in the release: refuses to publish by mistake.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Reason why this package must not be published from here; "" where it may be, and for a dry run, which publishes nothing. */
export function publishProblem({ version, repository }, env) {
  if (env.npm_config_dry_run === 'true') return '';
  if (env.GITHUB_ACTIONS !== 'true') return 'only the job "npm" of .github/workflows/release.yml publishes';
  if (env.GITHUB_REF !== `refs/tags/v${version}`) return `${env.GITHUB_REF} is not the tag of version ${version}`;
  const here = `git+${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}.git`;
  return repository.url === here ? '' : `package.json names the repository ${repository.url}, and this is ${here}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const problem = publishProblem(manifest, process.env);
  if (problem !== '') process.stderr.write(`Nothing is published: ${problem}.\n`);
  process.exitCode = problem === '' ? 0 : 1;
}
