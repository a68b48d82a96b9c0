import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { curlOf } from '../../ui/curl.ts';
import { JsonView } from '../../ui/JsonView.tsx';
import { useInfo } from '../hangar.ts';

interface ApiRequestProps {
  readonly path: string;
  /** Accessible name of the copy button. */
  readonly label?: string;
  /** Controls at the start of the bar. */
  readonly children?: ReactNode;
}

/** The GET request of the data below, with a button that copies it as curl. */
export function ApiRequest({ path, label = 'Copy as curl', children }: ApiRequestProps) {
  const info = useInfo();
  const headers = { 'X-Service-API-Key': info?.apiKey ?? '' };
  return (
    <div className="toolbar" style={{ paddingBottom: 0 }}>
      {children}
      <code className="mono">GET {path}</code>
      {info !== undefined && (
        <CopyButton
          value={curlOf({ method: 'GET', url: info.url + path, headers })}
          label={label}
          short="Copy as curl"
        />
      )}
    </div>
  );
}

interface ApiResponseProps {
  readonly path: string;
  readonly value: object;
  readonly label?: string;
}

/** A GET request of the API and the JSON that it returns. */
export function ApiResponse({ path, value, label = 'API response' }: ApiResponseProps) {
  return (
    <>
      <ApiRequest path={path} />
      <JsonView value={value} label={label} />
    </>
  );
}
