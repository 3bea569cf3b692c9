import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { listAddresses } from '#contract/addresses/addresses.ts';
import type { Address } from '#contract/addresses/addresses.ts';
import { SettingsSkeleton } from '#web/accounts/settings-skeleton.tsx';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Plus } from '#web/ui/icons/icons.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { Route } from './+types/addresses-page';
import { AddressCard } from './address-card.tsx';
import { AddressForm } from './address-form.tsx';

export const ErrorBoundary = () => <PageError title="Endereços" thing="seus endereços" />;

export const handle: EarlyHandle = { reads: () => [readOf(listAddresses)] };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whenSignedIn(request, () => api(listAddresses));
}

export function meta() {
  return [{ title: `Endereços · Sua conta · ${brandName}` }];
}

export const HydrateFallback = () => <SettingsSkeleton name="seus endereços" />;

/** `/conta/enderecos`: the address book (S03). */
export default function AddressesPage({ loaderData: { items, max } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  const { revalidate } = useRevalidator();
  const add = (
    <Button
      icon={<Plus aria-hidden="true" />}
      disabledReason={
        items.length >= max ? `Você já tem ${max} endereços. Apague um para guardar outro.` : undefined
      }
      onClick={() => setEdited('new')}
    >
      Adicionar endereço
    </Button>
  );
  const hasList = edited === null && items.length > 0;
  return (
    <div className="flex flex-col gap-6 pb-10">
      <PageHeader
        title="Endereços"
        text="Onde você recebe suas compras e de onde envia suas vendas. Só você vê esta lista."
        actions={hasList && add}
      />
      {edited !== null && (
        <section aria-labelledby="endereco-titulo" className="flex flex-col gap-5">
          <h2 id="endereco-titulo" className="text-h2 wrap-anywhere">
            {edited === 'new' ? 'Novo endereço' : `Editar «${edited.label}»`}
          </h2>
          <AddressForm
            address={edited === 'new' ? null : edited}
            onSaved={revalidate}
            onClose={() => setEdited(null)}
          />
        </section>
      )}
      {hasList && (
        <ul className="grid gap-4 md:grid-cols-2">
          {items.map((address) => (
            <li key={address.id} className="min-w-0">
              <AddressCard address={address} onEdit={() => setEdited(address)} />
            </li>
          ))}
        </ul>
      )}
      {edited === null && items.length === 0 && (
        <EmptyState
          title="Nenhum endereço por aqui"
          text="Comece pelo CEP: rua, bairro e cidade vêm preenchidos."
          action={add}
          seed="enderecos"
        />
      )}
    </div>
  );
}
