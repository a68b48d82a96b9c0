import { Link, useLocation } from 'wouter';
import { type Feature, SECTIONS } from '../core/feature.ts';
import { features } from './features.ts';
import classes from './Navigation.module.css';

/** One link for each place, by section; a badge is part of its link's name. */
export function Navigation() {
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
    </nav>
  );
}

const noBadge = () => 0;

function PlaceLink({ feature: { name, path, useBadge = noBadge } }: { feature: Feature }) {
  const [here] = useLocation();
  const badge = useBadge();
  const isHere = here === path || here.startsWith(`${path}/`);
  return (
    <Link href={path} className={classes['link'] ?? ''} aria-current={isHere ? 'page' : undefined}>
      <span>{name}</span>
      {badge > 0 && <span className={classes['badge']}>{badge}</span>}
    </Link>
  );
}
