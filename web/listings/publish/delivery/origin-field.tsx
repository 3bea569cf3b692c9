import type { FormEvent } from 'react';
import { Suspense, useEffect, useState } from 'react';
import { listAddresses } from '#contract/addresses/addresses.ts';
import type { Address } from '#contract/addresses/addresses.ts';
import { cityLabel } from '#domain/places/places.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Plus } from '#web/ui/icons/icons.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

const AddressForm = lazyPart(() =>
  import('#web/addresses/address-form.tsx').then((module) => ({ default: module.AddressForm })),
);

interface OriginFieldProps {
  value: number | null;
  error: string | undefined;
  onChange: (addressId: number) => void;
}

interface Book {
  items: Address[];
  max: number;
}

/** From which of the own addresses the item is sent; a new one is added without leaving the listing. */
export function OriginField({ value, error, onChange }: OriginFieldProps) {
  const { book, failed, read } = useAddressBook();
  const [adding, setAdding] = useState(false);
  const items = book?.items ?? [];
  const isFull = book !== null && items.length >= book.max;
  return (
    <div className="flex flex-col items-start gap-2">
      <Field
        label="De onde sai?"
        className="w-full"
        error={failed ? 'Não deu para ler seus endereços. Tente de novo.' : error}
        hint={
          book !== null && items.length === 0
            ? 'Você ainda não tem endereços. Cadastre um: no anúncio aparecem só a cidade e o estado.'
            : 'No anúncio aparecem só a cidade e o estado.'
        }
      >
        <Select
          value={items.some(({ id }) => id === value) ? String(value) : ''}
          placeholder={book === null ? 'Carregando seus endereços…' : 'Escolha o endereço'}
          disabled={items.length === 0 && error === undefined}
          options={items.map((address) => ({ value: String(address.id), label: addressLabel(address) }))}
          onValueChange={(id) => onChange(Number(id))}
        />
      </Field>
      {failed ? (
        <Button variant="secondary" onClick={() => void read()}>
          Tentar de novo
        </Button>
      ) : (
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" />}
          disabledReason={
            isFull
              ? `Você já tem ${book.max} endereços. Apague um em «Endereços» para guardar outro.`
              : undefined
          }
          onClick={() => setAdding(true)}
        >
          Cadastrar endereço
        </Button>
      )}
      <Sheet title="Novo endereço" open={adding} onOpenChange={setAdding}>
        {/* The page's form is around this one in React, though not in the document. */}
        <div onSubmit={(event: FormEvent) => event.stopPropagation()}>
          <Suspense fallback={<Skeleton className="h-140 rounded-lg" />}>
            <AddressForm
              address={null}
              onSaved={async (id) => {
                await read();
                onChange(id);
              }}
              onClose={() => setAdding(false)}
            />
          </Suspense>
        </div>
      </Sheet>
    </div>
  );
}

function addressLabel({ label, street, number, city, state }: Address): string {
  return `${label}: ${[street, number].filter(Boolean).join(', ')}, ${cityLabel({ name: city, state })}`;
}

function useAddressBook() {
  const [found, setFound] = useState<Book | 'failed' | null>(null);
  const read = () => readBook().then(setFound);

  // The book is on the server, and only this field needs it.
  useEffect(() => {
    let current = true;
    void readBook().then((book) => current && setFound(book));
    return () => {
      current = false;
    };
  }, []);
  return { book: found === 'failed' ? null : found, failed: found === 'failed', read };
}

async function readBook(): Promise<Book | 'failed'> {
  try {
    return await api(listAddresses, { interactive: false });
  } catch (error) {
    if (error instanceof ApiError) return 'failed';
    throw error;
  }
}
