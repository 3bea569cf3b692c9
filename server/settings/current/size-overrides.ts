import type { Rules } from '#domain/settings/rules.ts';
import { allSizes } from '#domain/settings/size-fields.ts';
import { boundsIn } from '#domain/settings/sizes.ts';

/** The sizes that are not as in a new installation, as the rules have them: what a page has to tell its forms. */
export function turnedSizes(rules: Rules): Record<string, Record<string, object>> {
  const turned: Record<string, Record<string, object>> = {};
  for (const size of allSizes) {
    const { min, max } = boundsIn(rules, size);
    if (max === size.max && (size.min === undefined || min === size.min)) continue;
    const [group = '', name = ''] = size.at.split('.');
    turned[group] = { ...turned[group], [name]: { min, max } };
  }
  return turned;
}
