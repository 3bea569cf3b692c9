import { Banner, scrollIntoSight } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { ChoiceCards } from '#web/ui/forms/choice-card.tsx';
import { FieldSet } from '#web/ui/forms/field.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import type { ApiError } from '#web/api/api.ts';
import {
  arrivalText,
  fallbackText,
  freightText,
  isUnknownPostalCode,
  quoteFault,
  serviceName,
} from './service-texts.ts';
import type { DeliveryChoice } from './use-delivery-choice.ts';

interface FreightChoiceProps {
  delivery: DeliveryChoice;
  error: string | undefined;
  onChange: () => void;
}

/** The services that reach the chosen address, cheapest first, each with its price and day (S04). */
export function FreightChoice({ delivery, error, onChange }: FreightChoiceProps) {
  const { state, rows } = delivery.freight;
  if (state.kind === 'idle') return null;
  return (
    <FieldSet label="Como enviar" error={error} announceError {...(error && { ref: scrollIntoSight })}>
      {state.kind === 'loading' && <ServicesSkeleton rows={rows} />}
      {state.kind === 'refused' && <Refused delivery={delivery} error={state.error} />}
      {state.kind === 'quoted' && (
        <>
          <ChoiceCards
            aria-label="Como enviar"
            value={delivery.service?.service ?? ''}
            onValueChange={(service) => {
              onChange();
              delivery.chooseService(service);
            }}
            choices={state.quote.services.map((service) => ({
              value: service.service,
              title: serviceName(service),
              reason: arrivalText(service),
              price: freightText(service.priceCents),
            }))}
          />
          {state.quote.fallback && <p className="text-sm text-ink-2">{fallbackText}</p>}
        </>
      )}
      <output className="sr-only">
        {state.kind === 'quoted' &&
          `${formatCount(state.quote.services.length, 'opção', 'opções')} de frete, a partir de ${freightText(state.quote.services[0]!.priceCents)}.`}
      </output>
    </FieldSet>
  );
}

/** Why nothing can be sent to this address, with the remedy. */
function Refused({ delivery, error }: { delivery: DeliveryChoice; error: ApiError }) {
  const { address, edit, freight } = delivery;
  const fault = quoteFault(error, 'Corrija o endereço ou escolha outro.');
  return (
    <Banner
      tone={fault ? 'warning' : 'danger'}
      role="alert"
      action={
        isUnknownPostalCode(error) ? (
          <Button variant="quiet" size="sm" onClick={() => edit(address)}>
            Corrigir endereço
          </Button>
        ) : (
          !fault && (
            <Button variant="quiet" size="sm" onClick={freight.askAgain}>
              Calcular de novo
            </Button>
          )
        )
      }
    >
      {fault ?? error.detail}
    </Banner>
  );
}

/** As high as the cards that it stands for. */
function ServicesSkeleton({ rows }: { rows: number }) {
  return (
    <Loading name="o frete" className="grid gap-3">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-19 rounded-lg" />
      ))}
    </Loading>
  );
}
