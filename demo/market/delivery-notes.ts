/** Notes sellers leave with a manual delivery. */
export const deliveryNotes: readonly string[] = [
  'Feito como combinamos. Confira com calma e confirme o pedido, por favor.',
  'Mandei pelo link da conversa, na versão final. Qualquer ajuste, é só escrever.',
  'Entregue agora há pouco, conferido dos dois lados.',
  'Está pronto e enviado. Se algo não abrir ou não aparecer, me avise por aqui.',
];

/** What buyers write for the delivery. */
export const deliveryAddresses: readonly string[] = [
  'Pode mandar o link por aqui mesmo. Leio as mensagens à noite.',
  'Nome para o arquivo: Família Teixeira. Prefiro em PDF.',
  'Usuário no jogo: LobaDoSul, servidor Brasil 3. Fico online das 20 h às 23 h.',
];
