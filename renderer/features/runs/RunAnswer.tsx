import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { useInfo } from '../../core/data.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { TabPanel } from '../../ui/LinkTabs.tsx';
import classes from './RunDetail.module.css';
import { readCurl } from './run-curl.ts';

/** Exactly what `/v0/runs/get` answers for this run. */
export function RunAnswer({ detail: { run } }: { detail: RunDetail }) {
  const info = useInfo();
  const path = `/v0/runs/get?id=${run.id}`;
  return (
    <TabPanel label="API answer" fill>
      <div className={classes['bar']}>
        <code className="mono">GET {path}</code>
        {info !== undefined && <CopyButton value={readCurl(info, path)} label="Copy as curl" />}
      </div>
      <JsonView value={run} label="API answer" />
    </TabPanel>
  );
}
