import { FileTextIcon, LayersIcon, MessageCircleQuestionMarkIcon, OctagonAlertIcon, OctagonXIcon } from 'lucide-react';
import { Link } from 'wouter';
import {
  useConnection,
  useDefaultEnvironment,
  useInfo,
  usePrompts,
  useRequests,
  useTraffic,
  useWorkspaceStatus,
} from '../core/data/hangar.ts';
import { FaultsChip } from '../core/faults/FaultsPopover.tsx';
import { HeldChip } from '../core/held/HeldBar.tsx';
import { HeldRequestsChip } from '../core/held/HeldRequestsChip.tsx';
import { UndoChip } from '../core/undo/undo.tsx';
import { requestsPerMinute } from '../core/traffic/request-rate.ts';
import { counted, numberText } from '../ui/text/shown-text.tsx';
import { useEachSecond } from '../ui/text/time.tsx';
import { MEMORY_SCARCITY } from '../../shared/values/limits.ts';
import { megabytes } from '../../shared/values/messages.ts';
import { ClockChip } from './clock/ClockChip.tsx';
import classes from './Footer.module.css';

const SERVING = {
  connecting: 'Connecting',
  open: 'Serving',
  lost: 'Disconnected',
  locked: 'Admin token required',
} as const;

/**
 * The status bar, the same on every page. On the left the server, its file and its load; on the right faults, clock, prompts and
 * the environment. A chip marked `data-unreal` (faults) or `data-real="false"` (clock) turns the top edge amber.
 */
export function Footer() {
  const connection = useConnection();
  const counts = { prompt: usePrompts().items.length, approval: useRequests().items.length };
  const waiting = Object.entries(counts).flatMap(([noun, count]) => (count === 0 ? [] : [counted(count, noun)]));
  const environment = useDefaultEnvironment();
  return (
    <footer className={classes['footer']}>
      <span data-connection={connection}>
        <span className={classes['dot']} /> {SERVING[connection]}
      </span>
      <WorkspaceState />
      <ScarceMemory />
      <RequestRate />
      <span className="grow" />
      <UndoChip className={classes['undo'] ?? ''} />
      <HeldChip />
      <HeldRequestsChip />
      <FaultsChip />
      <ClockChip />
      <Link href="/prompts">
        <MessageCircleQuestionMarkIcon size={12} />
        {waiting.join(', ') || 'No prompts'}
      </Link>
      <Link className={classes['name'] ?? ''} href="/environments" title="Default environment">
        <LayersIcon size={12} />
        <span className="ellipsis">{environment?.slug ?? ''}</span>
      </Link>
    </footer>
  );
}

function WorkspaceState() {
  const { workspace = '', data = '', bundle } = useInfo() ?? {};
  const file = workspace.split(/[\\/]/).at(-1) ?? '';
  const status = useWorkspaceStatus();
  if (status === undefined) return null;
  if (bundle !== undefined) {
    return (
      <Link
        className={classes['name'] ?? ''}
        href="/settings"
        title={`Made by Hangar ${bundle.hangar}. Settings lists its omissions.`}
      >
        <FileTextIcon size={12} />
        <span className="ellipsis">Bundle {bundle.file.split(/[\\/]/).at(-1)}</span>
      </Link>
    );
  }
  // In memory mode the file is not written.
  const isWritten = file !== '' && data !== '';
  const name = file === '' ? 'In memory' : file;
  if (status.problem !== '') {
    return (
      <span className={`${classes['problem']} ${classes['name']}`} title={status.problem}>
        <OctagonXIcon size={12} />
        <span className="ellipsis">{name} · problem</span>
      </span>
    );
  }
  const { warnings } = status;
  return (
    <span className={classes['name']} title={warnings.join('\n')}>
      <span className="ellipsis">
        {name} · {isWritten ? 'saved' : 'not saved'}
        {warnings.length > 0 && ` · ${counted(warnings.length, 'warning')}`}
      </span>
    </span>
  );
}

/** Says that memory is scarce; nothing as long as it is not. */
function ScarceMemory() {
  const state = useInfo()?.usage.state;
  if (state === undefined || state.bytes <= MEMORY_SCARCITY * state.maxBytes) return null;
  return (
    <Link
      className={classes['scarce'] ?? ''}
      href="/settings"
      title={`${megabytes(state.bytes)} of ${megabytes(state.maxBytes)} are used. When all are, runs and requests are refused.`}
    >
      <OctagonAlertIcon size={12} />
      Memory nearly full
    </Link>
  );
}

/** Length of the log up to which it has all requests. */
const MIN_FULL_LOG = 1000;

function RequestRate() {
  const { items } = useTraffic();
  const times = { items, reachesTo: items.length < MIN_FULL_LOG ? undefined : items.at(-1)?.at };
  const rate = useEachSecond((now) => requestsPerMinute(times, now));
  return (
    <Link href="/traffic" data-wide="true">
      {numberText(rate)} req/min
    </Link>
  );
}
