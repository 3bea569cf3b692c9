/**
 * Every error code the marketplace can answer with, and the HTTP status it travels under.
 * `detail` is final Portuguese, written here once, because API clients read it as well as the screens.
 *
 * 400 malformed · 401 no session · 403 not this role · 404 absent or not yours · 409 state, stock or balance
 * conflict · 410 gone · 408/413/415/421/431 request · 422 well-formed but not acceptable · 429 too many · 503 try later.
 */
export const errorTable = {
  invalid_request: [400, 'Alguns dados não estão certos. Confira os campos indicados.'],
  malformed_body: [400, 'Não conseguimos ler os dados enviados. Recarregue a página e tente de novo.'],
  malformed_request: [400, 'Este envio não é HTTP válido. Confira o programa que o fez e tente de novo.'],
  idempotency_key_required: [
    400,
    'Falta a chave Idempotency-Key neste envio. Recarregue a página e tente de novo.',
  ],
  unauthenticated: [401, 'Entre na sua conta para continuar.'],
  wrong_credentials: [401, 'E-mail ou senha não conferem. Confira e tente de novo.'],
  wrong_code: [401, 'Código incorreto. Confira o mais recente.'],
  identity_invalid: [401, 'Não deu para entrar com este provedor. Use e-mail e senha ou tente de novo.'],
  passkey_invalid: [401, 'Não deu para confirmar esta chave de acesso. Tente de novo ou use outro meio.'],
  webhook_signature: [401, 'A assinatura do aviso não confere. Confira o segredo combinado com o provedor.'],
  adults_only: [403, 'Isto é só para maiores de 18 anos.'],
  forbidden: [403, 'Você não tem permissão para isso.'],
  two_factor_pending: [403, 'Falta confirmar que é você. Digite o código para continuar.'],
  step_up_required: [403, 'Confirme que é você para continuar.'],
  second_factor_required: [403, 'Ative a verificação em duas etapas para continuar.'],
  terms_changed: [403, 'Os termos de uso mudaram. Leia e aceite a versão nova para continuar.'],
  account_suspended: [403, 'Esta conta está suspensa. Fale com o atendimento.'],
  account_banned: [403, 'Esta conta foi encerrada pela equipe. Fale com o atendimento.'],
  identity_email_unverified: [403, 'Este e-mail ainda não foi confirmado no provedor. Confirme lá e volte.'],
  xsrf_mismatch: [403, 'Sua página ficou aberta por muito tempo. Recarregue e tente de novo.'],
  own_listing: [403, 'Este anúncio é seu. Você não pode comprar o que está vendendo.'],
  no_case: [403, 'Não há caso em aberto sobre este pedido. A equipe lê só o que um caso pede.'],
  own_decision: [403, 'Outra pessoa da equipe precisa decidir este item, porque você participa dele.'],
  questions_blocked: [403, 'Quem vende não está recebendo perguntas suas.'],
  profile_unavailable: [404, 'Este perfil está indisponível.'],
  not_found: [404, 'Não encontramos o que você procura. Confira o endereço.'],
  listing_gone: [410, 'Este anúncio foi removido. Veja outros parecidos.'],
  method_not_allowed: [405, 'Este endereço não aceita esta ação. Use uma das que estão em Allow.'],
  payment_contested: [
    409,
    'O banco de quem pagou analisa uma contestação deste pagamento. Aguarde a decisão para continuar.',
  ],
  payment_in_analysis: [
    409,
    'A equipe confere o pagamento deste pedido. Aguarde o fim da análise para continuar.',
  ],
  regret_waiting: [
    409,
    'Você desistiu desta compra e a equipe ainda decide. Até lá, o que está fechado fica fechado.',
  ],
  wrong_state: [409, 'Isto mudou enquanto você editava. Veja a situação atual.'],
  out_of_stock: [409, 'Acabou agora há pouco. Veja anúncios parecidos.'],
  price_changed: [409, 'O preço mudou. Confira o novo valor antes de continuar.'],
  listing_unavailable: [409, 'Este anúncio não está à venda agora.'],
  method_closed: [409, 'Esta forma de pagamento não está disponível agora. Escolha outra.'],
  payment_attempts_used: [
    409,
    'Este pedido já teve todas as tentativas de pagamento. Pague pela forma que está aberta, ou cancele o pedido e compre de novo.',
  ],
  too_many_unpaid_orders: [
    409,
    'Você já tem 5 pedidos sem pagamento confirmado. Pague ou cancele um deles, ou espere a conferência.',
  ],
  insufficient_balance: [409, 'Seu saldo disponível não cobre este valor.'],
  refund_exceeds_payment: [
    409,
    'Não resta esse valor para devolver neste pedido. Confira quanto ainda resta.',
  ],
  regret_over: [409, 'O prazo de arrependimento acabou. Se algo está errado, abra uma reclamação.'],
  second_person_needed: [409, 'Outra pessoa da equipe precisa confirmar, porque você decidiu primeiro.'],
  other_caller: [409, 'Outra pessoa entrou neste navegador. Nada foi feito. Recarregue a página.'],
  request_in_progress: [409, 'Este envio ainda está em andamento. Aguarde alguns segundos e confira.'],
  email_taken: [409, 'Já existe uma conta com este e-mail.'],
  username_taken: [409, 'Este nome já existe ou é parecido demais com outro. Escolha outro.'],
  phone_taken: [409, 'Este número já está em outra conta.'],
  admin_exists: [409, 'Esta instalação já tem quem a administre. Entre com a conta dela.'],
  link_required: [
    409,
    'Já existe uma conta com este e-mail. Entre com a senha e conecte o provedor em Conta, Segurança.',
  ],
  last_sign_in_method: [
    409,
    'Este é o único jeito de entrar na sua conta. Crie uma senha antes de desconectá-lo.',
  ],
  closure_blocked: [409, 'Ainda há pedidos abertos ou saldo nesta conta. Conclua tudo antes de excluí-la.'],
  already_requested: [409, 'Este pedido já foi feito e está em andamento.'],
  username_cool_down: [409, 'Você mudou o nome de usuário há pouco tempo. Espere para mudar de novo.'],
  withdrawal_cool_down: [409, 'Os saques esperam depois de uma mudança de segurança na conta.'],
  purchase_refused: [
    409,
    'Não foi possível fazer esta compra agora. Tente de novo amanhã ou fale com o atendimento.',
  ],
  limit_reached: [409, 'Você chegou ao limite do seu nível de verificação.'],
  duplicate_code: [409, 'Um ou mais códigos não podem ser vendidos porque já foram cadastrados aqui.'],
  receipt_not_awaited: [409, 'Este pedido não espera comprovante agora. Veja a situação atual.'],
  receipt_repeated: [
    409,
    'Este arquivo já foi enviado antes. Envie outra foto, ou o PDF, do comprovante deste pedido.',
  ],
  bank_line_taken: [409, 'Este lançamento do extrato já foi usado em outro pagamento.'],
  already_reported: [409, 'Você já denunciou isto. A equipe ainda está conferindo.'],
  address_in_use: [409, 'Anúncios saem deste endereço. Escolha outro endereço neles antes.'],
  category_in_use: [409, 'Esta categoria está em uso. Mova o que há nela antes.'],
  notice_locked: [409, 'Avisos de dinheiro, segurança e reclamações não podem ser desativados.'],
  credentials_in_environment: [
    409,
    'Este serviço é definido pelo ambiente do servidor. Tire as variáveis de lá para mudar por aqui.',
  ],
  credentials_needed: [
    409,
    'Sem este provedor o servidor não pode rodar, porque aqui não há simuladores. Troque por outro em vez de remover.',
  ],
  settings_changed: [409, 'Alguém mudou isto enquanto você editava. Confira os valores de agora.'],
  complaint_open: [409, 'Já existe uma reclamação aberta neste pedido. Continue por ela.'],
  complaint_repeated: [
    409,
    'Uma reclamação por este motivo já foi encerrada neste pedido e não pode ser reaberta.',
  ],
  held_by_colleague: [409, 'Outra pessoa está analisando este item. Assuma a análise para decidir.'],
  already_decided: [409, 'Outra pessoa já decidiu este item.'],
  listing_incomplete: [422, 'O anúncio ainda não está completo. Veja o que falta.'],
  idempotency_mismatch: [
    422,
    'Esta chave de envio já foi usada com outros dados. Recarregue a página e tente de novo.',
  ],
  amount_mismatch: [422, 'O valor do lançamento do extrato é diferente do valor do pedido.'],
  withdrawal_below_minimum: [422, 'O valor está abaixo do mínimo para saque.'],
  email_not_verified: [422, 'Confirme seu e-mail para continuar.'],
  weak_password: [422, 'Esta senha é fácil de adivinhar. Escolha outra.'],
  same_password: [422, 'Escolha uma senha diferente da anterior.'],
  registration_needed: [422, 'Falta escolher seu nome de usuário para criar a conta.'],
  verification_required: [422, 'Confirme seus dados para continuar.'],
  unsafe_file: [422, 'Este arquivo pode fazer mal e não foi guardado. Envie outro, ou uma foto.'],
  message_needs_care: [422, 'Confira a mensagem antes de enviar: há algo nela que não deve ir por aqui.'],
  link_expired: [410, 'Este link venceu ou já foi usado. Peça outro.'],
  code_expired: [410, 'Este código venceu. Peça outro.'],
  request_timeout: [408, 'O envio demorou demais. Confira a conexão e tente de novo.'],
  payload_too_large: [413, 'O envio é grande demais. Diminua o texto ou o arquivo e tente de novo.'],
  unsupported_media: [415, 'Este tipo de arquivo não é aceito. Envie uma imagem JPG, PNG ou WebP.'],
  misdirected_request: [421, 'Este servidor não atende por este nome. Abra o endereço da loja.'],
  headers_too_large: [
    431,
    'O endereço ou os cabeçalhos são longos demais. Encurte-os, ou apague os cookies deste site, e tente de novo.',
  ],
  too_many_requests: [429, 'Muitas tentativas. Espere um pouco e tente de novo.'],
  internal: [500, 'Tivemos um problema. Já estamos vendo isso.'],
  money_frozen: [503, 'Pagamentos e saques estão em conferência. Tente de novo em alguns minutos.'],
  unavailable: [503, 'O serviço está ocupado. Tente de novo em instantes.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorTable;

/** Field path (`photos.0`, `priceCents`) → sentence that says what to do. */
export type FieldErrors = Record<string, string>;

export interface ErrorExtras {
  /** A more exact sentence than the table's. */
  detail?: string;
  errors?: FieldErrors;
  /** What is still possible, for a 409 (`allowed: ['confirm', 'complain']`), or figures the screen needs. */
  meta?: Record<string, unknown>;
}

/** A refusal that the caller is meant to read. Anything else that is thrown is a defect and becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.detail ?? errorTable[code][1]);
    this.name = 'AppError';
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return errorTable[this.code][0];
  }
}

/** What a `wrong_state` says: never only that it is too late, also what may still be done (§6, rule 2). */
export interface StateExtras extends ErrorExtras {
  meta: { allowed: readonly string[] } & Record<string, unknown>;
}

/** Stops the request with a refusal. */
export function fail(code: 'wrong_state', extras: StateExtras): never;
export function fail(code: Exclude<ErrorCode, 'wrong_state'>, extras?: ErrorExtras): never;
export function fail(code: ErrorCode, extras?: ErrorExtras): never {
  throw new AppError(code, extras);
}
