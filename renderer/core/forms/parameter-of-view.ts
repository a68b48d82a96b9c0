import type { ParameterView, PromptParameterView } from '../../../shared/model/answers.ts';
import { Parameter } from '../../../shared/model/parameter.ts';

/** Converts parameters of runs, sessions and prompts into parameters of a form. */
export function parametersOfView(views: readonly (ParameterView | PromptParameterView)[]): Parameter[] {
  return views.map((view) => {
    const { options, ...rules } = view.constraints;
    return Parameter.parse({
      slug: view.slug,
      name: view.name,
      desc: view.desc,
      type: view.type,
      component: view.component,
      ...(view.default === null ? {} : { default: view.default }),
      hidden: view.hidden,
      multi: view.multi,
      values: view.values,
      constraints: { ...rules, options: Array.isArray(options) ? options : [] },
      params: parametersOfView('params' in view ? view.params : view.parameters),
    });
  });
}
