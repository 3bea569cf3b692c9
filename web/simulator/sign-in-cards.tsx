import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getWorkbench } from '#contract/simulator/simulator.ts';
import { simulateSession } from '#contract/simulator/simulator.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Avatar } from '#web/ui/cards/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { Spinner } from '#web/ui/page/spinner.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Account = Reply<typeof getWorkbench>['accounts'][number];

/** The five main demo accounts, shown first in this order. */
const mainAccounts = ['admin', 'suporte', 'vendedora', 'vendedor', 'compradora'];
const roleLabels: Record<string, string> = { admin: 'Admin', support: 'Suporte' };

/** One press signs in. Staff go to the dashboard, everybody else to the home page. */
export function SignInCards({ accounts }: { accounts: readonly Account[] }) {
  const [all, setAll] = useState(false);
  const main = mainAccounts.flatMap((name) => accounts.filter(({ login }) => login.startsWith(`${name}@`)));
  const others = accounts.filter((account) => !main.includes(account));
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {[...main, ...(all ? others : [])].map((account) => (
          <li key={account.login}>
            <SignInCard account={account} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="quiet" className="-ml-5 self-start" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Mostrar só as principais' : `Mostrar outras ${others.length} pessoas`}
        </Button>
      )}
    </div>
  );
}

function SignInCard({ account }: { account: Account }) {
  const { signIn, user } = useSession();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const here = user.email === account.login;

  async function signInAs(): Promise<void> {
    setPending(true);
    try {
      const { token } = await api(simulateSession, { body: { login: account.login } });
      const startPage = account.role === 'user' ? '/' : '/dashboard';
      await signIn(token, startPage);
      await navigate(startPage);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('Não deu para entrar', error.detail);
    } finally {
      setPending(false);
    }
  }

  return (
    <button
      type="button"
      aria-busy={pending}
      onClick={() => void signInAs()}
      className={cn(
        'flex h-full w-full items-start gap-3 rounded-lg border bg-surface p-4 text-left hover:bg-surface-2',
        here ? 'border-brand' : 'border-border',
      )}
    >
      {pending ? (
        <Spinner className="m-2.5 size-5 text-brand" />
      ) : (
        <Avatar name={account.username} size={40} />
      )}
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-ui font-semibold">Entrar como {account.username}</span>
          {roleLabels[account.role] && (
            <StatusBadge tone="brand" size="sm">
              {roleLabels[account.role]}
            </StatusBadge>
          )}
          {here && (
            <StatusBadge tone="success" size="sm">
              É você
            </StatusBadge>
          )}
        </span>
        <span className="block truncate text-sm text-ink-3">{account.login}</span>
        {account.about && <span className="mt-1 line-clamp-2 text-sm text-ink-2">{account.about}</span>}
      </span>
    </button>
  );
}
