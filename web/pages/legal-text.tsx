import { Printer } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageText } from '#contract/settings/page-texts.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Prose } from './prose.tsx';

/** A legal text: summary, table of contents, sections with anchors, versions. */
export function LegalText({ text, children }: { text: PageText; children?: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-page page-gutter pt-6 md:pt-10">
      <PageHeader
        title={text.title}
        text={`Versão ${text.version}, de ${formatDate(text.updatedAt)}`}
        actions={
          <Button variant="secondary" onClick={() => window.print()} className="print:hidden">
            <Printer aria-hidden="true" /> Salvar em PDF
          </Button>
        }
      />
      <VersionNotice text={text} />
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
        <Contents sections={text.sections} />
        <article className="flex min-w-0 flex-col gap-10">
          <Summary sentences={text.summary} />
          {text.sections.map((section) => (
            <section key={section.id} id={section.id} className="scroll-mt-24">
              <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-h2">
                {section.title}
                {section.changedAt && (
                  <StatusBadge tone="info">Mudou em {formatDate(section.changedAt)}</StatusBadge>
                )}
              </h2>
              <Prose html={section.html} className="mt-3" />
            </section>
          ))}
          {children}
          <Versions text={text} />
        </article>
      </div>
    </div>
  );
}

/** Names the version when it is not the one in force. */
function VersionNotice({ text: { slug, version, versions, next, numbersSince } }: { text: PageText }) {
  const inForce = versions[0]?.version;
  const link = 'font-semibold underline underline-offset-4';
  return (
    <div className="mt-5 flex max-w-measure flex-col gap-3 empty:hidden">
      {version === next?.version && (
        <Banner>
          Esta versão vale a partir de {formatDate(next.startsAt)}.{' '}
          <Link to={`/${slug}`} className={link}>
            Ver a versão em vigor
          </Link>
        </Banner>
      )}
      {next && version === inForce && (
        <Banner>
          Uma versão nova vale a partir de {formatDate(next.startsAt)}.{' '}
          <Link to={`/${slug}?versao=${next.version}`} className={link}>
            Ver o que muda
          </Link>
        </Banner>
      )}
      {inForce !== undefined && version < inForce && (
        <Banner tone="warning">
          Esta é uma versão antiga.{' '}
          <Link to={`/${slug}`} className={link}>
            Ver a versão em vigor
          </Link>
        </Banner>
      )}
      {numbersSince && (
        <p className="text-sm text-ink-2">
          Com os prazos e valores das regras de {formatDate(numbersSince)}, guardadas com o pedido ou com esta
          versão.
        </p>
      )}
    </div>
  );
}

function Summary({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section aria-labelledby="em-resumo" className="max-w-measure rounded-xl bg-brand-soft p-5 md:p-6">
      <h2 id="em-resumo" className="text-h3 text-on-brand-soft">
        Em resumo
      </h2>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-body text-ink">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ text }: { text: PageText }) {
  return (
    <section aria-labelledby="versoes" className="border-t border-border pt-6 print:hidden">
      <h2 id="versoes" className="text-h3">
        Versões
      </h2>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {text.versions.map(({ version, at }) => (
          <li key={version}>
            <Link
              to={`/${text.slug}?versao=${version}`}
              aria-current={version === text.version ? 'page' : undefined}
              className="inline-flex min-h-11 items-center text-ui text-brand underline-offset-4 hover:underline aria-[current=page]:text-ink"
            >
              Versão {version}, {formatDate(at)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** «Nesta página»: the table of contents, beside the text on wide screens, collapsed above it on phones. */
function Contents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const links = (
    <ol className="mt-1 flex flex-col">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center text-ui font-normal text-ink-2 underline-offset-4 hover:text-ink hover:underline lg:min-h-9"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav aria-label="Nesta página" className="sticky top-24 hidden self-start lg:block">
        <p className="text-sm font-semibold text-ink-3">Nesta página</p>
        {links}
      </nav>
      <details className="rounded-lg border border-border bg-surface px-4 lg:hidden">
        <summary className="flex min-h-12 items-center text-ui font-semibold">Nesta página</summary>
        <nav aria-label="Nesta página">{links}</nav>
      </details>
    </>
  );
}
