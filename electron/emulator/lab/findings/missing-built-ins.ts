import { missingBuiltIn } from '../../../../shared/model/built-in-tasks.ts';
import { NONE, type Detector } from './detector.ts';

/** Finds executions of missing built-in tasks (docs/built-in-tasks.md, "Stand-ins"). */
export function missingBuiltIns(): Detector {
  return {
    observe: (request) => {
      const slug = request.status === 404 ? missingBuiltIn(request.error) : undefined;
      if (slug === undefined) return NONE;
      const message = `${request.operation} named the built-in task "${slug}", which neither Hangar nor the workspace has.`;
      return [{ rule: 'built-in-missing', subject: slug, message, requests: [request], runIDs: [] }];
    },
    clear: () => undefined,
  };
}
