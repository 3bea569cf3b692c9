import type { Proposal } from '#contract/staff/proposals.ts';
import { Impact, useImpact } from '../settings/save-dialog.tsx';

/** Whom a change of settings touches, by the same arithmetic as when it was proposed. */
export function ProposalImpact({ changes }: { changes: Proposal['changes'] }) {
  const values = Object.fromEntries(
    changes.flatMap(({ path, after }) => (path === null ? [] : [[path, after]])),
  );
  const impact = useImpact(values, () => undefined);
  return impact && <Impact {...impact} />;
}
