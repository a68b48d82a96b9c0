import { CopyIcon } from '../ui/CopyButton.tsx';
import { KeyCap } from '../ui/KeyCap.tsx';
import { shortcutName, shortcutText } from '../core/shortcuts.ts';
import { useConnection, useInfo } from '../core/hangar.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { openDialog } from './dialogs.ts';
import classes from './Header.module.css';
import { useCurrentFeature } from './features.ts';

const PALETTE = 'mod+K';

/** The top bar: name of the page and its open item, command palette, base URL. */
export function Header() {
  const feature = useCurrentFeature();
  const url = useInfo()?.url ?? location.origin;
  const connection = useConnection();
  return (
    <header className={classes['header']}>
      <span className={classes['place']}>{feature?.name}</span>
      <span className="grow" />
      <button
        type="button"
        className={classes['search']}
        aria-keyshortcuts={shortcutName(PALETTE)}
        onClick={() => openDialog('palette')}
      >
        <Icon name="search" />
        <span className={classes['hint']}>Search commands…</span>
        <KeyCap quiet>{shortcutText(PALETTE)}</KeyCap>
      </button>
      <span className={classes['address']}>
        <span className={classes['dot']} data-connection={connection} />
        <span className={classes['url']}>{url}</span>
        <CopyIcon value={url} label="Copy base URL" />
      </span>
    </header>
  );
}
