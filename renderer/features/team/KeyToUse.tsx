import { useEditor } from '../../authoring/context/authoring.ts';
import { useDefaultEnvironment, useInfo } from '../../core/data.ts';
import type { ApiKeyItem } from '../../core/hangar.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { curlOf } from '../../ui/curl.ts';
import classes from './team.module.css';

/** The key and a request with it, each with a copy button. */
export function KeyToUse({ item }: { item: ApiKeyItem }) {
  const { definitions } = useEditor();
  const info = useInfo();
  const preset = useDefaultEnvironment();
  const { key, environments } = item;
  const includesDefault =
    environments === undefined || environments.some((name) => name === preset?.slug || name === preset?.id);
  const [first] = environments ?? [];
  const task = definitions.tasks[0];
  const headers = {
    'X-Service-API-Key': key,
    ...(includesDefault || first === undefined ? {} : { 'X-Service-Env-Slug': first }),
    'Content-Type': 'application/json',
  };
  const url = `${info?.url ?? ''}/v0/tasks/execute`;
  const command = curlOf({ method: 'POST', url, headers, body: JSON.stringify({ slug: task?.slug ?? 'my_task' }) });
  return (
    <div className="box">
      <div className={classes['key']}>
        <code aria-label="API key">{key}</code>
        <CopyButton value={key} label="Copy API key" short="Copy" />
      </div>
      <div className={classes['command']}>
        <pre tabIndex={0} role="region" aria-label="Request with this key">
          {command}
        </pre>
        <CopyButton value={command} label="Copy curl command" short="Copy" />
      </div>
    </div>
  );
}
