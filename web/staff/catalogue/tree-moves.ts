import type { StaffCategory } from '#contract/listings/categories.ts';

export type Move = 'up' | 'down' | 'in' | 'out';

export interface Position {
  parentId: number | null;
  /** From 1, among the siblings without the moved category. */
  position: number;
}

/** Siblings in their order, including the category itself. */
export function siblingsOf(tree: readonly StaffCategory[], { parentId }: StaffCategory): StaffCategory[] {
  return tree.filter((one) => one.parentId === parentId);
}

/** The position after a move; null when the move is not possible. */
export function positionAfter(
  tree: readonly StaffCategory[],
  moved: StaffCategory,
  move: Move,
): Position | null {
  const siblings = siblingsOf(tree, moved);
  const index = siblings.findIndex(({ id }) => id === moved.id);
  if (move === 'up') return index > 0 ? { parentId: moved.parentId, position: index } : null;
  if (move === 'down')
    return index < siblings.length - 1 ? { parentId: moved.parentId, position: index + 2 } : null;
  if (move === 'in') {
    const previous = siblings[index - 1];
    return previous ? { parentId: previous.id, position: childrenOf(tree, previous.id).length + 1 } : null;
  }
  const parent = tree.find(({ id }) => id === moved.parentId);
  if (!parent) return null;
  const parentIndex = siblingsOf(tree, parent).findIndex(({ id }) => id === parent.id);
  return { parentId: parent.parentId, position: parentIndex + 2 };
}

export function childrenOf(tree: readonly StaffCategory[], id: number): StaffCategory[] {
  return tree.filter(({ parentId }) => parentId === id);
}

/** 1 for a root. */
export function levelOf(tree: readonly StaffCategory[], category: StaffCategory): number {
  const parent = tree.find(({ id }) => id === category.parentId);
  return parent ? 1 + levelOf(tree, parent) : 1;
}

/** The visible rows: none below a collapsed category. */
export function visibleRows(tree: readonly StaffCategory[], closed: ReadonlySet<number>): StaffCategory[] {
  const hidden = new Set<number>();
  return tree.filter(({ id, parentId }) => {
    const isHidden = parentId !== null && (hidden.has(parentId) || closed.has(parentId));
    if (isHidden) hidden.add(id);
    return !isHidden;
  });
}

/** Categories that can take listings: active and without children. */
export function leafCategories(tree: readonly StaffCategory[]): StaffCategory[] {
  return tree.filter(({ id, active }) => active && childrenOf(tree, id).length === 0);
}

/** «Games › Contas», from the root. */
export function categoryPath(tree: readonly StaffCategory[], category: StaffCategory): string {
  const parent = tree.find(({ id }) => id === category.parentId);
  return parent ? `${categoryPath(tree, parent)} › ${category.name}` : category.name;
}
