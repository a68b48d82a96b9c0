import { Link } from 'wouter';
import type { RunDetail, SessionBlock } from '../../../../shared/contract/emulator/rows.ts';
import { RunDuration } from '../../../core/run/RunRowView.tsx';
import { JsonView } from '../../../ui/lists/JsonView.tsx';
import { DocsLink, LinkedText, type SourceOf, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { EmptyState } from '../../../ui/text/states.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import type { AnyStatus } from '../../../ui/text/status.ts';
import { treeHeight } from '../../../ui/text/json-lines.ts';
import { BlockResult } from './BlockResult.tsx';
import { blockName, blockStatus, type SessionData } from './session-look.ts';
import classes from './sessions.module.css';

/** The blocks in order, each with its status, its run, and its whole answer, output or failure. */
export function SessionBlocks({ data: { row, details }, source }: { data: SessionData; source: SourceOf }) {
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
    <section aria-label="Blocks">
      <ol className={classes['blocks']} aria-label="Blocks">
        {row.blocks.map((block) => (
          <BlockView
            key={block.slug}
            {...{ block, source }}
            status={blockStatus(block, row)}
            detail={details.get(block.runID)}
          />
        ))}
      </ol>
    </section>
  );
}

interface BlockViewProps {
  readonly block: SessionBlock;
  readonly status: AnyStatus;
  readonly detail: RunDetail | undefined;
  readonly source: SourceOf;
}

function BlockView({ block, status, detail, source }: BlockViewProps) {
  const isDone = detail?.row.status === 'Succeeded';
  return (
    <li className={classes['block']} data-status={block.status}>
      <div className="row">
        <span className={classes['blockName']}>{stripBidiControls(blockName(block))}</span>
        <StatusBadge status={status} />
        <span className="quiet small grow">
          {block.kind} · {block.slug}
          {detail !== undefined && (
            <>
              {' · '}
              <RunDuration run={detail.row} />
            </>
          )}
        </span>
        {block.runID !== '' && (
          <Link href={`/runs/${block.runID}`} className="mono">
            {block.runID}
          </Link>
        )}
      </div>
      {detail !== undefined && detail.row.failure !== '' && (
        <p className="error code">
          <LongText text={detail.row.failure} show={(part) => <LinkedText text={part} source={source} />} />
        </p>
      )}
      {isDone && block.kind === 'prompt' && <BlockResult status={status} detail={detail} />}
      {isDone && block.kind === 'task' && (
        <JsonView value={detail.output} label={`Output of ${blockName(block)}`} height={treeHeight(detail.output)} />
      )}
    </li>
  );
}
