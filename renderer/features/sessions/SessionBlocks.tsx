import { Link } from 'wouter';
import type { RunRow, SessionBlock } from '../../../shared/contract/emulator/rows.ts';
import { type PromptItem, usePrompts } from '../../core/data/hangar.ts';
import { PromptCard } from '../../core/prompt/PromptCard.tsx';
import { RunDuration } from '../../core/run/RunDuration.tsx';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { LinkedText } from '../../ui/text/LinkedText.tsx';
import { LongText } from '../../ui/text/LongText.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import type { AnyStatus } from '../../ui/text/status.ts';
import { blockName, blockStatus } from './session-look.ts';
import type { SessionData } from './SessionDetail.tsx';
import classes from './sessions.module.css';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

/** The blocks in order, each with its status, run and pending prompts. */
export function SessionBlocks({ data: { row, runs } }: { data: SessionData }) {
  const prompts = usePrompts().items.filter(({ sessionID }) => sessionID === row.session.id);
  // Prompts of child runs belong to the block of the top run.
  const blockOf = (runID: string): string => {
    const run = runs.find(({ id }) => id === runID);
    return run === undefined || run.parentID === '' ? runID : blockOf(run.parentID);
  };
  if (row.blocks.length === 0) {
    return (
      <EmptyState
        title="No blocks"
        action={<Link href={`/runbooks/${row.session.runbookID}/blocks`}>Add blocks to the runbook</Link>}
      >
        See <DocsLink href="/docs/workspace-file.html#example">an example of a runbook</DocsLink>.
      </EmptyState>
    );
  }
  return (
    <ol className={classes['blocks']} aria-label="Blocks">
      {row.blocks.map((block) => (
        <BlockView
          key={block.slug}
          block={block}
          status={blockStatus(block, row)}
          run={runs.find(({ id }) => id === block.runID)}
          prompts={prompts.filter(({ prompt }) => block.runID !== '' && blockOf(prompt.runID) === block.runID)}
        />
      ))}
    </ol>
  );
}

interface BlockViewProps {
  readonly block: SessionBlock;
  readonly status: AnyStatus;
  readonly run: RunRow | undefined;
  readonly prompts: readonly PromptItem[];
}

function BlockView({ block, status, run, prompts }: BlockViewProps) {
  return (
    <li className={classes['block']} data-status={block.status}>
      <div className="row">
        <span className={classes['blockName']}>{stripBidiControls(blockName(block))}</span>
        <StatusBadge status={status} />
        <span className="quiet small grow">
          {block.kind} · {block.slug}
          {run !== undefined && (
            <>
              {' · '}
              <RunDuration run={run} />
            </>
          )}
        </span>
        {block.runID !== '' && (
          <Link href={`/runs/${block.runID}`} className="mono">
            {block.runID}
          </Link>
        )}
      </div>
      {run !== undefined && run.failure !== '' && (
        <p className="error code">
          <LongText text={run.failure} show={(part) => <LinkedText text={part} />} />
        </p>
      )}
      {prompts.map((item) => (
        <PromptCard key={item.prompt.id} item={item} />
      ))}
    </li>
  );
}
