import { useEffect, useState } from 'react';
import { getFreightHint } from '#contract/listings/freight-hint.ts';
import { packageBounds } from '#domain/listings/delivery.ts';
import { api, ApiError } from '#web/api/api.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { parcelFields } from '#web/listings/publish/draft.ts';
import type { Draft } from '#web/listings/publish/draft.ts';

const typingPauseMs = 400;

/** What the freight costs to three capitals, once package and origin are known (S02). */
export function FreightHint({ draft }: { draft: Draft }) {
  const text = useFreightText(askedOf(draft));
  return (
    <output className="block rounded-lg bg-surface-2 px-4 py-3 text-sm text-ink-2 tabular-nums">
      {text ?? 'Com peso, tamanho e endereço, mostramos quanto custa o frete.'}
    </output>
  );
}

/** The query of the hint as one text; null while something is missing or out of bounds. */
function askedOf(draft: Draft): string | null {
  if (draft.originAddressId === null) return null;
  const { weightGrams: weight, sideCm: side } = packageBounds;
  const isReady = parcelFields.every((field) => {
    const { max } = field === 'weightGrams' ? weight : side;
    return draft[field] !== null && draft[field] <= max;
  });
  if (!isReady) return null;
  return new URLSearchParams({
    originAddressId: String(draft.originAddressId),
    ...Object.fromEntries(parcelFields.map((field) => [field, String(draft[field])])),
  }).toString();
}

function useFreightText(asked: string | null): string | null {
  const [shown, setShown] = useState<{ asked: string; text: string } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    let current = true;
    const timer = setTimeout(() => {
      void readHint(asked).then((text) => current && setShown({ asked, text }));
    }, typingPauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return asked === null ? null : shown?.asked === asked ? shown.text : 'Calculando o frete…';
}

/** A hint is not worth an error. */
async function readHint(asked: string): Promise<string> {
  try {
    const query = Object.fromEntries(new URLSearchParams(asked)) as HintQuery;
    const { items } = await api(getFreightHint, { query, interactive: false });
    if (items.length === 0)
      return 'Nenhum serviço leva um pacote assim. Use uma embalagem menor ou ofereça retirada em mãos.';
    return `Frete estimado: ${items.map(({ city, priceCents }) => `${city} ${formatCents(priceCents)}`).join(' · ')}`;
  } catch (error) {
    if (error instanceof ApiError) return 'Não deu para calcular o frete agora. Você pode continuar.';
    throw error;
  }
}

type HintQuery = Record<'originAddressId' | (typeof parcelFields)[number], string>;
