import { useRevalidator } from 'react-router';
import { unblockAsker } from '#contract/community/questions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** People whose questions are blocked, each with a button that unblocks; nothing when there are none. */
export function BlockedAskers({ people }: { people: readonly { username: string }[] }) {
  const { revalidate } = useRevalidator();
  if (people.length === 0) return null;

  async function unblock(username: string): Promise<void> {
    try {
      await api(unblockAsker, { params: { username } });
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('Não deu para desbloquear', error.detail);
    }
  }

  return (
    <Section title="Perguntas bloqueadas" text="Estas pessoas só não fazem perguntas nos seus anúncios.">
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {people.map(({ username }) => (
          <li key={username} className="flex items-center justify-between gap-3 px-4 py-1">
            <span className="min-w-0 truncate text-ui">@{username}</span>
            <Button
              variant="quiet"
              aria-label={`Desbloquear @${username}`}
              onClick={() => void unblock(username)}
            >
              Desbloquear
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
