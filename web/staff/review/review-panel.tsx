import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FieldSet } from '#web/ui/forms/field.tsx';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { ClaimBanner, claimedText } from '#web/staff/queue/claim-banner.tsx';
import type { ItemClaim } from '#web/staff/queue/use-claim.ts';
import type { Refusal } from './compose-note.ts';
import type { Review } from './load-reviews.ts';
import { Signals } from './signals.tsx';

export const checklist = [
  'O título diz o que é',
  'As fotos mostram o item',
  'A descrição está completa',
  'O preço faz sentido',
  'Sem contato e sem item proibido',
] as const;

export interface ReviewPanelProps {
  review: Review;
  claim: ItemClaim;
  failure: string | undefined;
  checked: ReadonlySet<number>;
  onCheck: (index: number) => void;
  onApprove: () => void;
  onRefuse: (decision: Refusal) => void;
  onUndo: () => void;
  /** Number of decisions in this session, and their average time. */
  session: { count: number; averageMs: number };
  shortcuts: { enabled: boolean; setEnabled: (enabled: boolean) => void };
}

/** Signals, the five questions and the decision; every button shows its key. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { review, failure, checked, shortcuts, session } = props;
  return (
    <div className="flex flex-col xl:max-h-[calc(100dvh-11rem)]">
      <div className="flex flex-col gap-5 xl:-mx-1 xl:min-h-0 xl:overflow-y-auto xl:px-1">
        {failure && (
          <Banner tone="danger" title="Não foi salvo. Tente de novo.">
            {failure}
          </Banner>
        )}
        {/* On phones it is above the item (`review-page.tsx`). */}
        <div className="empty:hidden max-xl:hidden">
          <ClaimBanner {...props.claim} />
        </div>
        {review.notDecidableBecause && <Banner tone="warning">{review.notDecidableBecause}</Banner>}
        <Signals review={review} className="max-xl:hidden" />
        <FieldSet label="Confira" className="md:max-xl:grid md:max-xl:grid-cols-2">
          {checklist.map((label, index) => (
            <Checkbox key={label} checked={checked.has(index)} onCheckedChange={() => props.onCheck(index)}>
              {label} {shortcuts.enabled && <Key>{String(index + 1)}</Key>}
            </Checkbox>
          ))}
        </FieldSet>
        <div className="border-t border-border pt-1 max-xl:hidden">
          <Switch checked={shortcuts.enabled} onCheckedChange={shortcuts.setEnabled}>
            Atalhos de uma tecla
          </Switch>
          {shortcuts.enabled && (
            <p className="text-sm text-ink-3">
              <Key>J</Key> próximo, <Key>K</Key> anterior, <Key>F</Key> foto, <Key>E</Key> página no ar
            </p>
          )}
        </div>
      </div>
      <div className="hidden shrink-0 flex-col gap-2 border-t border-border pt-4 xl:flex">
        <DecisionButtons {...props} />
        <Button variant="quiet" onClick={props.onUndo}>
          Desfazer a última {shortcuts.enabled && <Key>Z</Key>}
        </Button>
        {session.count > 0 && (
          <p className="text-center text-sm text-ink-3 tabular-nums">
            {formatCount(session.count, 'revisado', 'revisados')},{' '}
            {formatNumber(Math.round(session.averageMs / 1000))} s em média
          </p>
        )}
      </div>
    </div>
  );
}

/** Approve, request changes or refuse, in the panel and in the phone's bar. */
export function DecisionButtons({ review, claim, onApprove, onRefuse, shortcuts }: ReviewPanelProps) {
  const reason = review.notDecidableBecause ?? (claim.claimedBy ? claimedText(claim.claimedBy) : undefined);
  const keys = shortcuts.enabled;
  return (
    <>
      <Button className="max-xl:order-last max-xl:flex-1" disabledReason={reason} onClick={onApprove}>
        <span>
          Aprovar<span className="max-xl:sr-only"> anúncio</span>
        </span>{' '}
        {keys && <Key solid>A</Key>}
      </Button>
      <Button
        variant="secondary"
        className="max-xl:flex-1 max-sm:px-2"
        disabledReason={reason}
        onClick={() => onRefuse('request_changes')}
      >
        Pedir ajuste {keys && <Key>S</Key>}
      </Button>
      <Button
        variant="secondary"
        className="text-danger max-xl:flex-1 max-sm:px-2"
        disabledReason={reason}
        onClick={() => onRefuse('reject')}
      >
        Recusar {keys && <Key>R</Key>}
      </Button>
    </>
  );
}

function Key({ children, solid = false }: { children: string; solid?: boolean }) {
  return (
    <kbd
      aria-hidden="true"
      className={`inline-flex min-w-5 justify-center rounded-xs border px-1 font-sans text-xs max-xl:hidden ${solid ? 'border-current/40' : 'border-border-strong text-ink-2'}`}
    >
      {children}
    </kbd>
  );
}
