import type { Rules } from '#domain/settings/rules.ts';
import { allSizes } from '#domain/settings/size-fields.ts';
import { boundsIn } from '#domain/settings/sizes.ts';

/** The sizes that differ from the defaults of a new installation, for the forms of a page. */
export function sizeOverrides(rules: Rules): Record<string, Record<string, object>> {
  const turned: Record<string, Record<string, object>> = {};
  for (const size of allSizes) {
    const { min, max } = boundsIn(rules, size);
    if (max === size.max && (size.min === undefined || min === size.min)) continue;
    const [group = '', name = ''] = size.at.split('.');
    turned[group] = { ...turned[group], [name]: { min, max } };
  }
  return turned;
}
