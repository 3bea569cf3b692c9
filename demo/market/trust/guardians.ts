import { askGuardian, getGuardianship, giveConsent } from '#contract/accounts/ages.ts';
import type { DemoApi } from '../demo-api.ts';
import type { Scene } from '../scene.ts';

/** An adult by documents, approved before (`documents.ts`). */
const guardian = 'bia_tomaz';

/** Two minors: one buys with the consent of a guardian, the other has asked for it (F58). */
export function guardianScenes(api: DemoApi): Scene[] {
  const leo = bornYearsAgo(15);
  return [
    { daysAgo: 14, play: () => ask(api, 'leo', leo) },
    { daysAgo: 13.6, play: () => consent(api, leo) },
    { daysAgo: 0.3, play: () => ask(api, 'matheus_otavio', bornYearsAgo(16)) },
  ];
}

function bornYearsAgo(years: number): string {
  return `${new Date().getFullYear() - years}-01-19`;
}

async function ask(api: DemoApi, username: string, bornOn: string): Promise<void> {
  await api.call(username, askGuardian, { body: { guardian: `@${guardian}`, bornOn } });
}

async function consent(api: DemoApi, bornOn: string): Promise<void> {
  const { minors } = await api.call(guardian, getGuardianship);
  await api.call(guardian, giveConsent, {
    params: { id: minors[0]!.id },
    body: { bornOn, monthlyLimitCents: 80_000 },
  });
}
