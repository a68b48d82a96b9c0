import type { StepKind } from '../../../shared/model/behavior.ts';
import type { IconName } from './shapes.ts';

/** The icon of each kind of step, in editors and timelines. */
export const STEP_ICONS: Readonly<Record<StepKind, IconName>> = {
  log: 'scroll-text',
  wait: 'hourglass',
  prompt: 'message-circle-question-mark',
  execute: 'git-branch',
  fail: 'octagon-alert',
  output: 'file-output',
};
