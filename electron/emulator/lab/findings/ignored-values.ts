import { NONE, type Detector } from './detector.ts';

/** Finds values without effect, since nothing has their name. */
export function ignoredValues(): Detector {
  return {
    observe: (request) => {
      const { ignored, operation, sender } = request;
      if (ignored.length === 0) return NONE;
      const text = ignored.join('; ');
      return [
        {
          rule: 'dropped-values',
          subject: `${sender}\n${operation}\n${text}`,
          message: `${operation}: ${text}.`,
          requests: [request],
          runIDs: request.executed === '' ? [] : [request.runID],
        },
      ];
    },
    clear: () => undefined,
  };
}
