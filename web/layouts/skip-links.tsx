import type { MouseEvent } from 'react';
import { Cached } from '#web/boot/cached-markup.tsx';

const targets = [
  ['#conteudo', 'Ir para o conteúdo'],
  ['#menu', 'Ir para o menu'],
  ['#busca', 'Ir para a busca'],
  ['#rodape', 'Ir para o rodapé'],
] as const;

/** The first links of the document, which skip the navigation, in the order of eMAG. Visible only with focus. */
export function SkipLinks() {
  return (
    <nav aria-label="Atalhos" className="fixed top-2 left-2 z-skip-link">
      <Cached as="ul" kind="skip-link" parts={targets}>
        {([href, label]) => (
          <li key={href}>
            <a
              href={href}
              onClick={focusTarget}
              className="sr-only rounded-md bg-ink text-ui font-semibold text-bg focus:not-sr-only focus:inline-flex focus:h-11 focus:items-center focus:px-4"
            >
              {label}
            </a>
          </li>
        )}
      </Cached>
    </nav>
  );
}

/** Focuses the target, since browsers scroll to it but do not always focus it. Phones hide the search behind its button. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const { hash } = event.currentTarget;
  const [target] = [
    ...document.querySelectorAll<HTMLElement>(`${hash}, [data-opens="${hash.slice(1)}"]`),
  ].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView({ block: 'nearest' });
  target.focus();
}
