import { Link, useRevalidator } from 'react-router';
import { SearchForm } from '#web/layouts/search/search-form.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useOnline } from '#web/ui/page/use-online.ts';
import { loadFailureText } from '#web/api/load-failure-text.ts';
import { LooseTile } from './loose-tile.tsx';

type Kind = 'missing' | 'gone' | 'forbidden' | 'offline' | 'broken';

const words: Record<Kind, { title: string; text: string }> = {
  missing: { title: 'Esta rua não existe na praça', text: 'O endereço pode ter mudado.' },
  gone: { title: 'Isto saiu da praça', text: 'Quem publicou retirou. Procure outros parecidos.' },
  forbidden: { title: 'Esta área não é sua', text: 'Você não tem permissão para ver este endereço.' },
  offline: { title: 'Você está sem internet', text: 'Confira sua conexão. Nada do que você fez se perdeu.' },
  broken: {
    title: 'Algo quebrou do nosso lado',
    text: 'Já registramos o problema. Tente de novo em instantes.',
  },
};

export interface ErrorScreenProps {
  status: number;
  detail?: string;
  /** The title of the page that failed, and what it could not load: «suas vendas». */
  title?: string;
  thing?: string;
}

/** Unknown addresses and failures: what happened, and the ways on. */
export function ErrorScreen({ status, detail, ...page }: ErrorScreenProps) {
  const online = useOnline();
  const { revalidate, state } = useRevalidator();
  const kind = kindOf(status, online);
  const { title, text } = kind === 'broken' ? unloaded(page) : words[kind];
  const said = page.thing && status >= 500 ? null : detail;
  return (
    <div
      ref={fromTheTop}
      className="mx-auto flex w-full max-w-[592px] flex-col items-center page-gutter pt-10 text-center md:pt-16"
    >
      <LooseTile seed={kind} />
      <h1 className="mt-8 text-h1">{title}</h1>
      <p className="mt-2 text-body text-ink-2">{said ?? text}</p>
      {kind === 'missing' || kind === 'gone' ? (
        <>
          <SearchForm className="mt-6 w-full max-w-[440px]" />
          <Button asChild className="mt-4">
            {kind === 'gone' ? (
              <Link to="/anuncios">Ver anúncios</Link>
            ) : (
              <Link to="/">Ir para o início</Link>
            )}
          </Button>
        </>
      ) : (
        <div className="mt-6 flex flex-col items-center gap-2 sm:flex-row">
          {kind !== 'forbidden' && (
            <Button loading={state === 'loading'} onClick={() => void revalidate()}>
              Tentar de novo
            </Button>
          )}
          <Button asChild variant="quiet">
            <Link to="/">Ir para o início</Link>
          </Button>
        </div>
      )}
    </div>
  );
}

/** A page that knows its name keeps it: only what it wanted to show is not there. */
function unloaded({ title, thing }: Pick<ErrorScreenProps, 'title' | 'thing'>) {
  if (!title || !thing) return words.broken;
  return { title, text: loadFailureText(thing) };
}

/** It takes the place of a page that was being read further down. */
function fromTheTop(screen: HTMLElement | null): void {
  if (screen) window.scrollTo(0, 0);
}

function kindOf(status: number, online: boolean): Kind {
  if (!online || status === 0) return 'offline';
  if (status === 403) return 'forbidden';
  if (status === 410) return 'gone';
  return status === 404 || status === 400 ? 'missing' : 'broken';
}
