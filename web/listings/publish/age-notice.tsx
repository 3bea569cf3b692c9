import { getGuardianship } from '#contract/accounts/ages.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api } from '#web/api/api.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { SendDocument } from './listing-problem.tsx';

type Age = Reply<typeof getGuardianship>['age'];

/** The age that holds a seller's listings back (L02); null when nothing does. */
export async function heldByAge(): Promise<Age | null> {
  const { mayOffer, age } = await api(getGuardianship);
  return mayOffer ? null : age;
}

/** Says before anything is typed that a seller's age must be proven, or that a minor sells nothing (F58). */
export function AgeNotice({ age }: { age: Age }) {
  if (age !== 'unproven')
    return (
      <Banner tone="warning" title="Só quem tem 18 anos ou mais vende aqui">
        Você pode preparar um rascunho, mas ele só é publicado depois que você completar 18 anos.
      </Banner>
    );
  return (
    <Banner title="Confirme sua idade para publicar" action={<SendDocument />}>
      Envie um documento com foto para a equipe conferir. Você já pode preparar o anúncio: o rascunho fica
      guardado.
    </Banner>
  );
}
