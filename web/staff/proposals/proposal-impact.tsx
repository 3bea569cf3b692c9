import type { Proposal } from '#contract/staff/proposals.ts';
import { Impact, useImpact } from '../settings/save-dialog.tsx';

/** Who is affected by a change of settings, computed as when it was proposed. */
export function ProposalImpact({ changes }: { changes: Proposal['changes'] }) {
  const values = Object.fromEntries(
    changes.flatMap(({ path, after }) => (path === null ? [] : [[path, after]])),
  );
  const impact = useImpact(values, () => undefined);
  return impact && <Impact {...impact} />;
}
