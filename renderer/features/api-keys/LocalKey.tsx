import { useInfo } from '../../core/hangar.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './api-keys.module.css';

/** The key of the local user, which is valid although it is not in the list. */
export function LocalKey() {
  const info = useInfo();
  return (
    <div className={classes['local']}>
      <div className={classes['localKey']}>
        <span>You (local user)</span>
        <code className={classes['localText']}>{info?.apiKey ?? ''}</code>
      </div>
      <CopyButton value={info?.apiKey ?? ''} label="Copy the local user’s API key" short="Copy" />
    </div>
  );
}
