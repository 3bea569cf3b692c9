import type { WithdrawalRisk } from '#contract/withdrawals/staff-withdrawals.ts';
import { riskBounds } from '#domain/withdrawals/risk.ts';
import type { RiskKind } from '#domain/withdrawals/risk.ts';
import { formatCents, formatCount, formatDate } from '#web/ui/data/formats.ts';

type Reason = WithdrawalRisk['reasons'][number];

const days = (ms: number) => formatCount(ms / 86_400_000, 'dia', 'dias');
const money = ({ cents }: Reason) => formatCents(cents ?? 0);
const date = ({ at }: Reason) => formatDate(at ?? 0);

const reasonTexts: Record<RiskKind, (reason: Reason) => string> = {
  standing: () => 'Conta com limites, suspensa ou encerrada pela equipe',
  security_changed: (reason) => `Senha, 2 fatores ou contato mudou em ${date(reason)}`,
  key_changed: () => 'Nenhum saque pago foi para esta chave',
  same_day: (reason) => `${money(reason)} foram pagos no mesmo dia`,
  open_cases: ({ count }) =>
    formatCount(
      count ?? 0,
      'venda parada por reclamação ou análise',
      'vendas paradas por reclamação ou análise',
    ),
  failed_sign_ins: ({ count }) => `${count} senhas erradas ou mais nas últimas 24 h`,
  new_device: (reason) => `Entrou por um aparelho novo em ${date(reason)}`,
  above_usual: (reason) => `Mais que o dobro do maior saque pago, ${money(reason)}`,
  many_in_a_day: ({ count }) => `${count} saques pedidos em 24 h`,
  warranty: (reason) => `${money(reason)} vêm de vendas ainda na garantia`,
  card: (reason) => `${money(reason)} pagos com cartão há menos de ${days(riskBounds.chargebackMs)}`,
  credit: (reason) => `${money(reason)} são reembolsos das próprias compras`,
  new_account: (reason) => `Conta nova, de ${date(reason)}`,
  first_withdrawal: () => 'Primeiro saque da pessoa',
};

export function riskReason(reason: Reason): string {
  return reasonTexts[reason.kind](reason);
}
