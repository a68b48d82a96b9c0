import {
  FileOutputIcon,
  GitBranchIcon,
  HourglassIcon,
  MessageCircleQuestionMarkIcon,
  OctagonAlertIcon,
  ScrollTextIcon,
  type LucideIcon,
} from 'lucide-react';
import type { StepKind } from '../../../shared/model/behavior.ts';

/** The icon of each kind of step, in editors and timelines. */
export const STEP_ICONS: Readonly<Record<StepKind, LucideIcon>> = {
  log: ScrollTextIcon,
  wait: HourglassIcon,
  prompt: MessageCircleQuestionMarkIcon,
  execute: GitBranchIcon,
  fail: OctagonAlertIcon,
  output: FileOutputIcon,
};
