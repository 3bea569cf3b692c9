import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getSetup, SetupItem } from '#contract/staff/setup.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { defaultBrand } from '#domain/settings/brand.ts';
import { isEnteredCompany } from '#domain/settings/company.ts';
import { providerOf } from '#domain/settings/credentials.ts';
import type { Service } from '#domain/settings/credentials.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { offeredMethods } from '#domain/payments/methods.ts';
import { can } from '#domain/staff/permissions.ts';
import { openSteps } from '#domain/staff/setup.ts';
import type { SetupState, SetupStep } from '#domain/staff/setup.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

interface Facts {
  /** Active administrators without a second factor. */
  unprotected: number;
  /** Active categories that hold listings, those without a child. */
  leaves: number;
  /** Institutional texts with a version of the operator's. */
  ownTexts: number;
  companyWaits: boolean;
  waitingServices: Service[];
}

type Standing = Omit<SetupItem, 'step'>;

const standing = (state: SetupState, detail: string): Standing => ({ state, detail });

/** The state of each step, computed from the installation at each read; none is stored. */
export async function readSetup(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof getSetup>> {
  const [{ rules }, facts] = await Promise.all([currentRules(ctx.db), readFacts(ctx)]);
  const steps: Record<SetupStep, Standing> = {
    second_step:
      facts.unprotected === 0
        ? standing('done', 'Cada conta de administração tem a segunda etapa.')
        : standing('missing', 'Há conta de administração sem a segunda etapa.'),
    brand: brandStanding(rules),
    company: companyStanding(rules, facts),
    payments: paymentsStanding(ctx, rules, facts),
    mail: serviceStanding(ctx, 'mail', facts),
    sms: serviceStanding(ctx, 'sms', facts),
    storage: storageStanding(ctx),
    categories: categoriesStanding(facts),
    fees: feesStanding(rules),
    texts:
      facts.ownTexts > 0
        ? standing('done', `${facts.ownTexts === 1 ? 'Um texto seu' : `${facts.ownTexts} textos seus`}.`)
        : standing('standard', 'Os textos que vêm prontos, com os números e a empresa desta instalação.'),
  };
  const items = Object.entries(steps).map(([step, each]) => ({ step: step as SetupStep, ...each }));
  return { items, open: openSteps(items), editable: can(viewer, 'change_settings', undefined).ok };
}

async function readFacts({ db }: Ctx): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select
      (select count(*)::int from users u where role = 'admin' and state = 'active'
        and not exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
        and not exists (select from passkeys p where p.user_id = u.id)) as unprotected,
      (select count(*)::int from categories c where active
        and not exists (select from categories below where below.parent_id = c.id and below.active)) as leaves,
      (select count(distinct slug)::int from page_texts where version > 1) as "ownTexts",
      exists (select from staff_proposals where state = 'pending' and kind = 'settings'
        and payload @? '$.changes[*].path ? (@ like_regex "^company[.]")') as "companyWaits",
      array(select subject_key from staff_proposals where state = 'pending' and kind = 'credentials') as "waitingServices"
    `.execute(db);
  return rows[0]!;
}

const awaited = 'Proposta, à espera em Mudanças.';

function brandStanding({ brand }: Rules): Standing {
  const own =
    brand.name !== defaultBrand.name || brand.hue !== defaultBrand.hue || brand.logo !== defaultBrand.logo;
  if (!own) return standing('missing', 'Ainda com o nome, a cor e o símbolo que vieram com o programa.');
  return standing('done', brand.logo === '' ? `${brand.name}, sem logotipo próprio.` : `${brand.name}.`);
}

function companyStanding({ company }: Rules, { companyWaits }: Facts): Standing {
  if (isEnteredCompany(company)) return standing('done', `${company.name}, CNPJ ${company.document}.`);
  return companyWaits
    ? standing('waiting', awaited)
    : standing('missing', 'Nenhuma empresa aparece no rodapé e nos termos.');
}

function paymentsStanding(ctx: Ctx, rules: Rules, facts: Facts): Standing {
  const { payments } = ctx.config;
  const connected = serviceStanding(ctx, 'payments', facts);
  if (payments?.provider === 'asaas' && new URL(payments.asaas.baseUrl).hostname.includes('sandbox'))
    return standing('missing', 'Asaas, no ambiente de testes: nenhum dinheiro de verdade chega.');
  if (connected.state === 'done' && offeredMethods(rules, ctx.payments.methods).length === 0)
    return standing('missing', 'Nenhum meio de pagamento está aberto.');
  return connected;
}

const simulated: Readonly<Record<'payments' | 'mail' | 'sms', string>> = {
  payments: 'Banco simulado: nenhum dinheiro de verdade chega.',
  mail: 'Caixa simulada: nenhum e-mail sai deste computador.',
  sms: 'Celulares simulados: nenhum SMS é enviado.',
};

function serviceStanding(ctx: Ctx, service: keyof typeof simulated, facts: Facts): Standing {
  const { name } = ctx[service];
  if (name !== 'simulator') return standing('done', `${providerOf(service, name)?.label ?? name}.`);
  return facts.waitingServices.includes(service)
    ? standing('waiting', awaited)
    : standing('missing', simulated[service]);
}

function storageStanding({ config }: Ctx): Standing {
  return config.s3
    ? standing('done', `No balde ${config.s3.bucket}.`)
    : standing('standard', 'No disco deste servidor: basta para uma máquina, e entra no seu backup.');
}

function categoriesStanding({ leaves }: Facts): Standing {
  if (leaves === 0) return standing('missing', 'Sem categorias ninguém consegue anunciar.');
  return standing(
    'done',
    leaves === 1 ? 'Uma categoria recebe anúncios.' : `${leaves} categorias recebem anúncios.`,
  );
}

function feesStanding({ plans }: Rules): Standing {
  return JSON.stringify(plans) === JSON.stringify(defaultRules.plans)
    ? standing('standard', 'As tarifas que vêm prontas.')
    : standing('done', 'Tarifas suas.');
}
