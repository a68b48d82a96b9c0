import { ChevronLeftIcon, SearchIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { CopyIcon } from '../ui/inputs/CopyButton.tsx';
import { KeyCap } from '../ui/text/KeyCap.tsx';
import { shortcutName, shortcutText } from '../core/commands/commands.ts';
import { useConnection, useInfo } from '../core/data/hangar.ts';
import { openDialog } from './dialogs.ts';
import classes from './Header.module.css';
import { type Feature, useCurrentFeature } from './features.ts';
import { withSavedFilters } from '../core/filter/saved-filters.ts';

const PALETTE = 'mod+K';

/** The name of the page, or the link from an editor back to its list. */
function PageName({ feature }: { feature: Feature | undefined }) {
  const [path] = useLocation();
  if (feature?.hasEditor !== true || path === feature.path)
    return <span className={classes['place']}>{feature?.name}</span>;
  return (
    // Another name than that of the link in the navigation.
    <Link
      href={withSavedFilters(feature.path)}
      className={classes['back'] ?? ''}
      aria-label={`All ${feature.name.toLowerCase()}`}
    >
      <ChevronLeftIcon size={14} />
      {feature.name}
    </Link>
  );
}

/** The top bar: name of the page and its open item, command palette, base URL. */
export function Header() {
  const feature = useCurrentFeature();
  const url = useInfo()?.url ?? location.origin;
  const connection = useConnection();
  return (
    <header className={classes['header']}>
      <PageName feature={feature} />
      <span className="grow" />
      <button
        type="button"
        className={classes['search']}
        aria-keyshortcuts={shortcutName(PALETTE)}
        onClick={() => openDialog('palette')}
      >
        <SearchIcon size={16} />
        <span className={classes['hint']}>Search or run a command</span>
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
