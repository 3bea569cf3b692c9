import type { CategoryTemplate } from '#domain/listings/category-templates.ts';
import { digitalTemplate } from './digital.ts';
import { generalTemplate } from './general.ts';
import { servicesTemplate } from './services.ts';
import type { TemplateBranch } from './template.ts';

/** The categories of each template. */
export const templates: Readonly<Record<CategoryTemplate, readonly TemplateBranch[]>> = {
  digital: digitalTemplate,
  general: generalTemplate,
  services: servicesTemplate,
};
