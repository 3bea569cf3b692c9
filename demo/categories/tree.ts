import type { SeedAttribute, SeedCategory } from '#demo/types.ts';
import type { CategoryIcon } from '#domain/listings/category-icons.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';

export interface Branch {
  slug: string;
  name: string;
  icon: CategoryIcon;
  delivery: SeedCategory['delivery'];
  kind: CategoryKind;
  /** The proof of manual deliveries in the branch; a text by default. */
  proof?: SeedCategory['deliveryProof'];
  leaves: readonly Leaf[];
}

export interface Leaf {
  slug: string;
  name: string;
  attributes: readonly SeedAttribute[];
  /** Accounts and items that can be taken back by their first owner: longer warranty, admin review. */
  risky?: true;
  /** Another than the branch's. */
  icon?: CategoryIcon;
  /** Another than the branch sells. */
  kind?: CategoryKind;
  /** Delivered by hand, unlike the branch. */
  byHand?: true;
  /** Accounts are held longest (§4.3). */
  holdDays?: 14;
  /** A proof of its own: what is dear or can be taken back is filmed. */
  proof?: SeedCategory['deliveryProof'];
}

/** A top category and its leaves as flat rows, parent first. */
export function flatten(branch: Branch, position: number): SeedCategory[] {
  const top: SeedCategory = {
    slug: branch.slug,
    name: branch.name,
    parentSlug: null,
    position,
    riskClass: 'normal',
    warrantyDays: 7,
    holdDays: null,
    deliveryProof: branch.proof ?? null,
    deliveryHint: branch.delivery === 'shipping' ? null : 'Usuário no jogo, servidor ou e-mail que recebe',
    kind: branch.kind,
    icon: branch.icon,
    delivery: branch.delivery,
    attributes: [],
  };
  const leaves = branch.leaves.map((leaf, index): SeedCategory => ({
    slug: leaf.slug,
    name: leaf.name,
    parentSlug: branch.slug,
    position: index + 1,
    riskClass: leaf.risky ? 'risky' : 'normal',
    warrantyDays: leaf.risky ? 14 : 7,
    holdDays: leaf.holdDays ?? null,
    deliveryProof: leaf.proof ?? null,
    deliveryHint: null,
    kind: leaf.kind ?? null,
    icon: leaf.icon ?? null,
    delivery: leaf.byHand ? 'manual' : branch.delivery,
    attributes: leaf.attributes,
  }));
  return [top, ...leaves];
}
