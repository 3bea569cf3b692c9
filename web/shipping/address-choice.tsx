import { Suspense, useState } from 'react';
import type { Location } from 'react-router';
import type { Address } from '#contract/addresses/addresses.ts';
import { addressLines } from '#domain/addresses/lines.ts';
import { Banner, scrollIntoSight } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-card.tsx';
import { FieldSet } from '#web/ui/forms/field.tsx';
import { Plus } from '#web/ui/icons/icons.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { openKey } from '#web/listings/purchase/use-purchase.ts';
import { readPostalCode } from './remembered-postal-code.ts';
import type { DeliveryChoice } from './use-delivery-choice.ts';

const AddressForm = lazyPart(() =>
  import('#web/addresses/address-form.tsx').then((module) => ({ default: module.AddressForm })),
);

interface AddressChoiceProps {
  delivery: DeliveryChoice;
  error: string | undefined;
  onChange: () => void;
}

/** The address that receives: one of the book, or a new one that is written here (S03). */
export function AddressChoice({ delivery, error, onChange }: AddressChoiceProps) {
  const { addresses, book, form } = delivery;
  if (addresses === null)
    return book.failed ? (
      <Banner
        tone="danger"
        role="alert"
        action={
          <Button variant="quiet" size="sm" onClick={book.retry}>
            Tentar de novo
          </Button>
        }
      >
        Seus endereços não carregaram.
      </Banner>
    ) : (
      <AddressSkeleton />
    );
  if (form !== null) return <WrittenAddress delivery={delivery} address={form} onChange={onChange} />;
  return <SavedAddresses {...{ delivery, addresses, error, onChange }} />;
}

/** Addresses that are shown at first; more are behind a button. */
const shownAtFirst = 3;

function SavedAddresses({
  delivery,
  addresses,
  error,
  onChange,
}: AddressChoiceProps & { addresses: readonly Address[] }) {
  const { address, book } = delivery;
  const [isWhole, setWhole] = useState(false);
  // The chosen one is always among them.
  const chosenAt = addresses.findIndex(({ id }) => id === address?.id);
  const shown = isWhole || chosenAt >= shownAtFirst ? addresses : addresses.slice(0, shownAtFirst);
  const isFull = addresses.length >= book.max;
  return (
    <FieldSet
      label="Endereço de entrega"
      error={error}
      announceError
      {...(error && { ref: scrollIntoSight })}
    >
      <ChoiceCards
        aria-label="Endereço de entrega"
        value={String(address?.id)}
        onValueChange={(id) => {
          onChange();
          delivery.chooseAddress(Number(id));
        }}
        choices={shown.map((each) => ({
          value: String(each.id),
          title: each.label,
          reason: <AddressText address={each} />,
        }))}
      />
      <div className="-mx-3 flex flex-wrap">
        {shown.length < addresses.length && (
          <Button variant="quiet" className="px-3" onClick={() => setWhole(true)}>
            Ver todos os {addresses.length} endereços
          </Button>
        )}
        {address && (
          <Button
            variant="quiet"
            className="px-3"
            aria-label={`Editar ${address.label}`}
            onClick={() => delivery.edit(address)}
          >
            Editar
          </Button>
        )}
        <Button
          variant="quiet"
          className="px-3"
          icon={<Plus aria-hidden="true" />}
          disabledReason={
            isFull
              ? `Você já tem ${book.max} endereços. Edite um deles, ou apague um em Conta, Endereços.`
              : undefined
          }
          onClick={() => delivery.edit('new')}
        >
          Adicionar endereço
        </Button>
      </div>
    </FieldSet>
  );
}

/** A postal code is not broken at its hyphen. */
function AddressText({ address }: { address: Address }) {
  const [street, district, city] = addressLines(address);
  return (
    <>
      {address.recipient}, {street}, {district}, <span className="whitespace-nowrap">{city}</span>
    </>
  );
}

function WrittenAddress({
  delivery,
  address,
  onChange,
}: {
  delivery: DeliveryChoice;
  address: Address | 'new';
  onChange: () => void;
}) {
  const { addresses, book, edit, chooseAddress } = delivery;
  const isFirst = addresses?.length === 0;
  return (
    <section aria-labelledby="endereco" className="flex flex-col gap-5 rounded-lg border border-border p-4">
      <h4 id="endereco" className="text-ui font-semibold wrap-anywhere text-ink">
        {address === 'new' ? 'Para onde enviamos?' : `Editar «${address.label}»`}
      </h4>
      <Suspense fallback={<FormSkeleton />}>
        <AddressForm
          address={address === 'new' ? null : address}
          postalCode={isFirst ? readPostalCode() : null}
          takesFocus={!isFirst}
          isLeaving={closesSheet}
          onSaved={async (id) => {
            onChange();
            chooseAddress(id);
            await book.load();
          }}
          {...(!isFirst && { onClose: () => edit(null) })}
        />
      </Suspense>
    </section>
  );
}

/** The open sheet is a part of the address. */
const closesSheet = (from: Location, to: Location) =>
  from.pathname !== to.pathname || !new URLSearchParams(to.search).has(openKey);

function AddressSkeleton() {
  return (
    <Loading name="seus endereços" className="flex flex-col gap-2">
      <Skeleton className="w-40" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-11 w-48 rounded-md" />
    </Loading>
  );
}

function FormSkeleton() {
  return (
    <Loading name="o formulário de endereço" className="flex flex-col gap-5">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-17 rounded-md" />
      ))}
    </Loading>
  );
}
