import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { listAddresses } from '#contract/addresses/addresses.ts';
import type { FreightQuote } from '#contract/shipping/quotes.ts';
import { askPostalCode, formatPostalCode } from '#domain/addresses/postal-codes.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput, masks } from '#web/ui/forms/masked-input.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { receivingFirst } from './address-order.ts';
import { readPostalCode, rememberPostalCode } from './remembered-postal-code.ts';
import { arrivalText, fallbackText, freightText, quoteFault, serviceName } from './service-texts.ts';
import { useFreightQuote } from './use-freight-quote.ts';

interface FreightCalculatorProps {
  listingId: number;
  quantity: number;
}

/** «Calcular frete» on a listing's page: the services that bring it to a postal code, with price and day (S04). */
export function FreightCalculator({ listingId, quantity }: FreightCalculatorProps) {
  const { typed, setTyped } = useOfferedPostalCode();
  const [asked, setAsked] = useState<string | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  const { state, rows, askAgain } = useFreightQuote({ listingId, quantity, postalCode: asked });
  const refused = state.kind === 'refused' ? state.error : null;
  const fault = refused && quoteFault(refused, 'Confira os números.');

  const form = useRef<HTMLFormElement>(null);
  const isWrong = incomplete || Boolean(fault);
  // Only after a press in this form: a quantity that no parcel takes is chosen elsewhere.
  useEffect(() => {
    if (isWrong && form.current?.contains(document.activeElement))
      form.current.querySelector('input')?.focus();
  }, [isWrong]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIncomplete(typed.length < 8);
    if (typed.length < 8) return;
    rememberPostalCode(typed);
    if (typed === asked) askAgain();
    else setAsked(typed);
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label="Frete para o CEP" error={incomplete ? askPostalCode : fault} announceError={isWrong}>
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <MaskedInput
              mask={masks.cep}
              autoComplete="postal-code"
              placeholder="00000-000"
              enterKeyHint="go"
              value={typed}
              onValueChange={(raw) => {
                if (raw === typed) return;
                setTyped(raw);
                setIncomplete(false);
                setAsked(null);
              }}
            />
          </div>
          <Button type="submit" variant="secondary" loading={state.kind === 'loading'}>
            Calcular frete
          </Button>
        </div>
      </Field>
      {!fault && <ProblemBanner problem={refused} />}
      {state.kind === 'loading' && <QuoteSkeleton rows={rows} />}
      {state.kind === 'quoted' && <Services quote={state.quote} />}
      <output className="sr-only">{announcement(state)}</output>
    </form>
  );
}

/** What is typed; it begins with what the person typed before, or with the code of the address where they receive. */
function useOfferedPostalCode() {
  const { signedIn } = useSession();
  const [typed, setTyped] = useState(() => readPostalCode());
  useEffect(() => {
    if (!signedIn || typed !== null) return undefined;
    const stop = new AbortController();
    // Without a reply the person types it.
    api(listAddresses, { signal: stop.signal })
      .then(({ items }) => setTyped((now) => now ?? receivingFirst(items)[0]?.postalCode ?? null))
      .catch(() => undefined);
    return () => stop.abort();
  }, [signedIn, typed]);
  return { typed: typed ?? '', setTyped };
}

function Services({ quote }: { quote: FreightQuote }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-2">Para {placeText(quote)}, pagando hoje:</p>
      <ul className="divide-y divide-border rounded-lg border border-border">
        {quote.services.map((service) => (
          <li key={service.service} className="flex items-center justify-between gap-4 px-4 py-3">
            <span className="min-w-0">
              <span className="block text-ui font-semibold text-ink">{serviceName(service)}</span>
              <span className="block text-sm text-ink-2">{arrivalText(service)}</span>
            </span>
            <span className="text-ui font-semibold text-ink tabular-nums">
              {freightText(service.priceCents)}
            </span>
          </li>
        ))}
      </ul>
      {quote.fallback && <p className="text-sm text-ink-2">{fallbackText}</p>}
    </div>
  );
}

/** As high as the services that it stands for. */
function QuoteSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2">
      <Skeleton className="my-0.5 w-48" />
      <div className="divide-y divide-border rounded-lg border border-border">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex items-center justify-between gap-4 px-4 py-3">
            <div className="flex flex-col gap-2 py-1">
              <Skeleton className="w-32" />
              <Skeleton className="h-3.5 w-24" />
            </div>
            <Skeleton className="w-16" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Where the lookup of postal codes gives no answer, the city is unknown. */
function placeText({ postalCode, city, state }: FreightQuote): string {
  return city ? `${city}, ${state}` : `${formatPostalCode(postalCode)}, ${state}`;
}

function announcement(state: ReturnType<typeof useFreightQuote>['state']): string {
  if (state.kind === 'loading') return 'Calculando o frete…';
  if (state.kind !== 'quoted') return '';
  const { services } = state.quote;
  const count = formatCount(services.length, 'opção', 'opções');
  return `${count} de frete para ${placeText(state.quote)}, a partir de ${freightText(services[0]!.priceCents)}.`;
}
