import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getPrivacy } from '#contract/accounts/privacy.ts';
import { giveConsent } from '#contract/accounts/privacy.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { consentLabels } from '#web/labels.ts';
import { Accordion } from '#web/ui/page/accordion.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';

type Consents = Pick<Reply<typeof getPrivacy>, 'consents' | 'marketing'>;

/** The given consents with their dates, and a switch for the consent that can be withdrawn. */
export function ConsentSection({ consents, marketing }: Consents) {
  const { revalidate } = useRevalidator();
  const { run, problem } = useActionWithProof();
  const [checked, setChecked] = useState(marketing);

  async function change(given: boolean): Promise<void> {
    setChecked(given);
    const saved = await run(() => api(giveConsent, { body: { kind: 'marketing', given } }));
    if (!saved) return setChecked(!given);
    await revalidate();
  }

  return (
    <SettingsSection
      title="Consentimentos"
      text="O que você aceitou. Sua resposta vale a partir da hora em que mudou."
    >
      <ProblemBanner problem={problem} />
      <Card className="py-2 md:py-2">
        <Switch
          checked={checked}
          onCheckedChange={(given) => void change(given)}
          hint="Avisos de pedidos e de segurança chegam de qualquer jeito."
        >
          {consentLabels.marketing}
        </Switch>
      </Card>
      {consents.length > 0 && (
        <Accordion
          items={[{ id: 'historico', title: 'Histórico', content: <History consents={consents} /> }]}
        />
      )}
    </SettingsSection>
  );
}

function History({ consents }: Pick<Consents, 'consents'>) {
  return (
    <ul className="flex flex-col gap-3 text-sm">
      {consents.map(({ kind, version, given, at }) => (
        <li key={`${kind}|${version}|${at}`} className="flex flex-wrap justify-between gap-x-4">
          <span className="text-ink">
            <DotSeparated
              of={[
                `${consentLabels[kind]}: ${given ? 'aceito' : 'recusado'}`,
                kind !== 'marketing' && <span className="text-ink-3">versão {version}</span>,
              ]}
            />
          </span>
          <time dateTime={at} className="text-ink-3 tabular-nums">
            {formatDateTime(at)}
          </time>
        </li>
      ))}
    </ul>
  );
}
