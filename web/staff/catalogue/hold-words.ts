import type { StaffCategory } from '#contract/listings/categories.ts';
import { findReleaseDelayCategory } from '#domain/listings/categories.ts';
import { durationText } from '#domain/text/durations.ts';
import { formatCount } from '#web/ui/data/formats.ts';

/** The release delay that a category's children inherit, with the rule it comes from: «7 dias, a regra geral». */
export function inheritedReleaseDelay(
  tree: readonly StaffCategory[],
  id: number | null,
  generalHoldMs: number,
): string {
  const holding = findReleaseDelayCategory(tree, id);
  if (holding === null) return `${durationText(generalHoldMs)}, a regra geral`;
  return `${formatCount(holding.holdDays!, 'dia', 'dias')}, o prazo de «${holding.name}»`;
}

/** The release delay of the category itself: «14 dias» when it has its own. */
export function releaseDelayOf(
  tree: readonly StaffCategory[],
  category: StaffCategory,
  generalHoldMs: number,
): string {
  return category.holdDays === null
    ? inheritedReleaseDelay(tree, category.parentId, generalHoldMs)
    : formatCount(category.holdDays, 'dia', 'dias');
}
