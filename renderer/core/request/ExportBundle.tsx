import { Button } from '@mantine/core';
import { routes } from '../data/routes.ts';

/** Downloads definitions, state, traffic and findings as one file for a colleague, without secrets. */
export function ExportBundle() {
  return (
    <Button
      component="a"
      href={routes.bundle.path}
      download=""
      title="One file with definitions, runs, traffic and findings, without secrets"
    >
      Export bundle
    </Button>
  );
}
