import { FileTextIcon, WarehouseIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useHangar } from '../core/data/hangar.ts';
import { comeTo } from '../ui/focus/list-focus.ts';
import { numberText } from '../ui/text/shown-text.tsx';
import { withSavedFilters, useSavedFilters } from '../core/filter/saved-filters.ts';
import { type Feature, features, loadFeature, SECTIONS, useCurrentFeature } from './features.ts';
import classes from './Navigation.module.css';

/**
 * Links to all pages, by section. A link restores the filters that the page had; on the current page it clears them. The
 * badge is part of the link's name.
 */
export function Navigation() {
  const current = useCurrentFeature();
  useSavedFilters(current?.hasParts === true ? undefined : current?.path);
  return (
    <nav className={classes['nav']} aria-label="Pages">
      <span className={classes['brand']}>
        <WarehouseIcon size={16} />
        <span className={classes['text']}>Hangar</span>
      </span>
      {SECTIONS.map((section) => (
        <div key={section} role="group" aria-label={section === '' ? 'Start' : section} className={classes['section']}>
          {section !== '' && (
            <span className={classes['heading']} aria-hidden>
              <span className={classes['text']}>{section}</span>
            </span>
          )}
          {features
            .filter((feature) => feature.section === section)
            .map((feature) => (
              <FeatureLink key={feature.path} feature={feature} />
            ))}
        </div>
      ))}
      <a
        className={`${classes['link'] ?? ''} ${classes['documentation'] ?? ''}`}
        href="/docs/"
        target="_blank"
        rel="noopener"
        title="Documentation"
      >
        <FileTextIcon size={16} />
        <span className={classes['text']}>Documentation</span>
      </a>
    </nav>
  );
}

const noBadge = () => 0;

function FeatureLink({ feature }: { feature: Feature }) {
  const { name, path, icon: Icon, useBadge = noBadge, badgeTone = 'wait' } = feature;
  const [here] = useLocation();
  const badge = useBadge();
  const hangar = useHangar();
  const isHere = here === path || here.startsWith(`${path}/`);
  return (
    <Link
      href={isHere ? path : withSavedFilters(path)}
      className={classes['link'] ?? ''}
      aria-current={isHere ? 'page' : undefined}
      title={name}
      onPointerDown={() => void loadFeature(feature, hangar)}
      onClick={() => comeTo(path)}
    >
      <Icon size={16} />
      <span className={classes['text']}>{name}</span>
      {badge > 0 && (
        <span className={classes['badge']} data-tone={badgeTone}>
          {numberText(badge)}
        </span>
      )}
    </Link>
  );
}
