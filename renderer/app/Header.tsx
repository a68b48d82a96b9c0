import { CopyButton } from '../ui/CopyButton.tsx';
import { KeyCap } from '../ui/KeyCap.tsx';
import { shortcutName, shortcutText } from '../core/shortcuts.ts';
import { useConnection, useInfo } from '../core/hangar.ts';
import { useShownEntity } from '../core/page.ts';
import { openDialog } from './dialogs.ts';
import classes from './Header.module.css';
import { useCurrentFeature } from './features.ts';

const PALETTE = 'mod+K';

/** The current page, the command palette and the base URL. */
export function Header() {
  const feature = useCurrentFeature();
  const entity = useShownEntity();
  const url = useInfo()?.url ?? location.origin;
  const connection = useConnection();
  return (
    <header className={classes['header']}>
      <span className={classes['place']}>
        {feature?.name}
        {entity !== '' && <span className={classes['entity']}> / {entity}</span>}
      </span>
      <span className="grow" />
      <button
        type="button"
        className={classes['pill']}
        aria-keyshortcuts={shortcutName(PALETTE)}
        onClick={() => openDialog('palette')}
      >
        <span>Search commands…</span>
        <KeyCap quiet>{shortcutText(PALETTE)}</KeyCap>
      </button>
      <span className={classes['pill']} data-url>
        <span className={classes['dot']} data-connection={connection} />
        <span className={classes['url']}>{url}</span>
        <CopyButton value={url} label="Copy base URL" short="copy" />
      </span>
    </header>
  );
}
