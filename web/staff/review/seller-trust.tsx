import { useState } from 'react';
import { setSellerTrust } from '#contract/listings/reviews.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Review } from './load-reviews.ts';

/** Staff mark a seller as trusted: depending on the settings, listings without signals are published at once (L03). */
export function SellerTrust({ seller }: { seller: Review['seller'] }) {
  const [trusted, setTrusted] = useState(seller.trusted);

  async function change(isTrusted: boolean): Promise<void> {
    setTrusted(isTrusted);
    try {
      await api(setSellerTrust, { params: { id: seller.id }, body: { trusted: isTrusted } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTrusted(!isTrusted);
      aviso.erro('A marca não foi salva', error.detail);
    }
  }

  return (
    <div>
      <Switch checked={trusted} onCheckedChange={(isTrusted) => void change(isTrusted)}>
        Vendedor de confiança
      </Switch>
      <p className="text-sm text-ink-3">
        Se a publicação automática estiver ativada, os anúncios dele sem sinais entram no ar sem revisão.
      </p>
    </div>
  );
}
