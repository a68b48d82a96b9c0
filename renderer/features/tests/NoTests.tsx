import { FlaskConicalIcon } from 'lucide-react';
import { useInfo } from '../../core/data/hangar.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { usualShell } from '../../ui/text/curl.ts';
import { DocsLink } from '../../ui/text/links.tsx';
import { EmptyState } from '../../ui/text/states.tsx';

/** Shown while no test has run: the command that runs a suite with this Hangar. */
export function NoTests() {
  const url = useInfo()?.url ?? '';
  const command =
    usualShell() === 'cmd' ? `set "HANGAR_URL=${url}" && npx vitest run` : `HANGAR_URL=${url} npx vitest run`;
  return (
    <EmptyState
      title="No test has run yet"
      icon={FlaskConicalIcon}
      action={
        <p>
          <code>{command}</code> <CopyButton label="Copy command" short="Copy" value={command} />
        </p>
      }
    >
      The tests of a suite appear here while they run, each with its own emulator.{' '}
      <DocsLink href="/docs/test-suites.html">How to test</DocsLink>
    </EmptyState>
  );
}
