import { Fragment } from 'react';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { PromptCard } from '../../core/prompt/PromptCard.tsx';
import { RunLinks } from '../../core/run/RunLinks.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { LinkTabs, TabPanel } from '../../ui/LinkTabs.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RunAnswer } from './RunAnswer.tsx';
import { RunLogs } from './RunLogs.tsx';
import { RunOutput } from './RunOutput.tsx';
import { RunParameters } from './RunParameters.tsx';

interface RunTabsProps {
  readonly detail: RunDetail;
  readonly tab: string;
  /** The filters of the list, which stay in the URL. */
  readonly query: string;
}

/** Logs, output, parameters, prompts, children, and the API's answer. */
export function RunTabs({ detail, tab, query }: RunTabsProps) {
  const { row, prompts, children } = detail;
  const base = `/runs/${row.id}`;
  const to = (name: string) => `${base}${name}${query}`;
  return (
    <>
      <LinkTabs
        label="Parts of the run"
        tabs={[
          { label: 'Logs', href: to('') },
          { label: 'Output', href: to('/output') },
          { label: 'Parameters', href: to('/parameters') },
          { label: 'Prompts', href: to('/prompts'), count: prompts.length },
          { label: 'Children', href: to('/children'), count: children.length },
          { label: 'API answer', href: to('/api') },
        ]}
      />
      <Shown detail={detail} tab={tab} />
    </>
  );
}

function Shown({ detail, tab }: { detail: RunDetail; tab: string }) {
  switch (tab) {
    case 'output':
      return <RunOutput detail={detail} />;
    case 'parameters':
      return <RunParameters detail={detail} />;
    case 'prompts':
      return <Prompts detail={detail} />;
    case 'children':
      return <Children detail={detail} />;
    case 'api':
      return <RunAnswer detail={detail} />;
    default:
      return <RunLogs row={detail.row} />;
  }
}

const ANSWER_HEIGHT = 200;

function Prompts({ detail: { prompts } }: { detail: RunDetail }) {
  const answered = prompts.filter(({ prompt }) => prompt.submittedAt !== null || prompt.cancelledAt !== null);
  return (
    <TabPanel label="Prompts">
      {prompts.length === 0 && (
        <EmptyState title="This run has asked nothing">
          A step “prompt” asks somebody, or prompt(…) in a script.
        </EmptyState>
      )}
      {prompts.length > answered.length && <p>Those that wait stand above.</p>}
      {answered.map((item, index) => (
        <Fragment key={item.prompt.id}>
          <PromptCard item={item} />
          {item.prompt.submittedAt !== null && Object.keys(item.prompt.values).length > 0 && (
            <JsonView value={item.prompt.values} label={`Answer ${index + 1}`} height={ANSWER_HEIGHT} />
          )}
        </Fragment>
      ))}
    </TabPanel>
  );
}

function Children({ detail: { children } }: { detail: RunDetail }) {
  return (
    <TabPanel label="Children">
      {children.length === 0 && (
        <EmptyState title="This run has executed no other">
          A step “execute” executes another task, or execute(…) in a script.
        </EmptyState>
      )}
      <RunLinks runs={children} />
    </TabPanel>
  );
}
