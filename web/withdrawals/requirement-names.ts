import type { WithdrawalRequirement } from '#domain/withdrawals/withdrawals.ts';

/** Each requirement as an entry of the list, and completing «Para sacar, falta …». */
export const requirementNames: Record<WithdrawalRequirement, { title: string; action: string }> = {
  email: { title: 'E-mail confirmado', action: 'confirmar o e-mail' },
  phone: { title: 'Celular confirmado', action: 'confirmar o celular' },
  identity: { title: 'Nome e CPF ou CNPJ', action: 'informar nome e CPF ou CNPJ' },
  second_factor: { title: 'Segunda etapa ativa', action: 'ativar a segunda etapa' },
};

const list = new Intl.ListFormat('pt-BR');

/** «Para sacar, falta confirmar o celular e ativar a segunda etapa.»; undefined when nothing is missing. */
export function missingText(missing: readonly WithdrawalRequirement[]): string | undefined {
  return missing.length === 0
    ? undefined
    : `Para sacar, falta ${list.format(missing.map((each) => requirementNames[each].action))}.`;
}
