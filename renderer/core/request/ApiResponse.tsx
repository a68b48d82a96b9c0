import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { curlOf } from '../../ui/text/curl.ts';
import { JsonView } from '../../ui/lists/JsonView.tsx';
import { useInfo } from '../data/hangar.ts';

interface CopyGetProps {
  readonly path: string;
  /** Accessible name of the button. */
  readonly label?: string;
}

/** A button that copies a GET request of the API as curl. */
export function CopyGet({ path, label = 'Copy as curl' }: CopyGetProps) {
  const info = useInfo();
  if (info === undefined) return null;
  const headers = { 'X-Service-API-Key': info.apiKey };
  const command = curlOf({ method: 'GET', url: info.url + path, headers });
  return <CopyButton value={command} label={label} short="Copy as curl" />;
}

interface ApiResponseProps {
  readonly path: string;
  readonly value: object;
}

/** A GET request of the API and the JSON that it returns. */
export function ApiResponse({ path, value }: ApiResponseProps) {
  return (
    <>
      <div className="toolbar" style={{ paddingBottom: 0 }}>
        <code className="mono grow">GET {path}</code>
        <CopyGet path={path} />
      </div>
      <JsonView value={value} label="API answer" />
    </>
  );
}
