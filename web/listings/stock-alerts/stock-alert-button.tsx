import { Bell } from '#web/ui/icons/icons.tsx';
import { useRef } from 'react';
import { useSession } from '#web/session.tsx';
import { PhoneBar } from '#web/listings/purchase/phone-bar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useIntentAfterSignIn } from '#web/api/use-intent-after-sign-in.ts';
import { useStockAlert } from './use-stock-alert.ts';

interface StockAlertButtonProps {
  listingId: number;
  /** The price shown in the phone's bar. */
  priceCents: number;
}

/**
 * «Me avise quando voltar», the only action on a listing that can't be bought. Pages are cached for all visitors, so
 * the state is requested once the session is known.
 */
export function StockAlertButton(props: StockAlertButtonProps) {
  const { user } = useSession();
  return <HydratedButton key={`${user.id} ${props.listingId}`} {...props} />;
}

function HydratedButton({ listingId, priceCents }: StockAlertButtonProps) {
  const { waiting, failure, change } = useStockAlert(listingId);
  const place = useRef<HTMLDivElement>(null);
  const intent = useIntentAfterSignIn('avisar', String(listingId), () => void change(true));
  const button = {
    variant: waiting ? 'secondary' : 'primary',
    children: waiting ? 'Cancelar aviso' : 'Me avise quando voltar',
    onClick: () => (waiting ? void change(false) : intent('')),
  } as const;
  return (
    <>
      <div ref={place}>
        <Button size="lg" full icon={!waiting && <Bell aria-hidden="true" />} {...button} />
      </div>
      <output className="text-sm text-ink-2">
        {waiting
          ? 'Avisaremos você uma vez, assim que este anúncio voltar.'
          : 'Um aviso só, quando este anúncio voltar à venda.'}
      </output>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <PhoneBar priceCents={priceCents} target={place}>
        <Button {...button} />
        {failure && <p className="basis-full pt-2 text-sm text-danger">{failure}</p>}
      </PhoneBar>
    </>
  );
}
