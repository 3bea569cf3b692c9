import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import type { ItemClaim } from './use-claim.ts';

export const claimedText = (name: string) => `Em análise por @${name}`;

/** Says which colleague has claimed the item, with a button to take it over. */
export function ClaimBanner({ claimedBy, takeOver }: ItemClaim) {
  if (claimedBy === null) return null;
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" variant="secondary" onClick={takeOver}>
          Assumir análise
        </Button>
      }
    >
      {claimedText(claimedBy)}. Para decidir, assuma a análise.
    </Banner>
  );
}

/** The same in a row of the queue. */
export function ClaimNote({ name }: { name: string | null }) {
  return name === null ? null : (
    <span className="block text-xs text-on-warning-soft">{claimedText(name)}</span>
  );
}
