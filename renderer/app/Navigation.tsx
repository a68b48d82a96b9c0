import { Link, useLocation } from 'wouter';
import { type Feature, SECTIONS } from '../core/feature.ts';
import { withSavedFilters, useSavedFilters } from '../core/saved-filters.ts';
import { features } from './features.ts';
import classes from './Navigation.module.css';
import { usePlace } from './place.ts';

/**
 * One link for each place, by section; a badge is part of its link's name. From elsewhere it leads back to the filters that
 * the place had; where one is already, it shows all.
 */
export function Navigation() {
  const place = usePlace();
  useSavedFilters(place?.hasParts === true ? undefined : place?.path);
  return (
    <nav className={classes['nav']} aria-label="Places">
      <span className={classes['brand']}>Hangar</span>
      {SECTIONS.map((section) => (
        <div key={section} role="group" aria-label={section === '' ? 'Start' : section} className={classes['section']}>
          {section !== '' && (
            <span className={classes['heading']} aria-hidden>
              {section}
            </span>
          )}
          {features
            .filter((feature) => feature.section === section)
            .map((feature) => (
              <PlaceLink key={feature.path} feature={feature} />
            ))}
        </div>
      ))}
      <a
        className={`${classes['link'] ?? ''} ${classes['documentation'] ?? ''}`}
        href="/docs/"
        target="_blank"
        rel="noopener"
      >
        Documentation
      </a>
    </nav>
  );
}

const noBadge = () => 0;

function PlaceLink({ feature: { name, path, useBadge = noBadge } }: { feature: Feature }) {
  const [here] = useLocation();
  const badge = useBadge();
  const isHere = here === path || here.startsWith(`${path}/`);
  return (
    <Link
      href={isHere ? path : withSavedFilters(path)}
      className={classes['link'] ?? ''}
      aria-current={isHere ? 'page' : undefined}
    >
      <span>{name}</span>
      {badge > 0 && <span className={classes['badge']}>{badge}</span>}
    </Link>
  );
}
