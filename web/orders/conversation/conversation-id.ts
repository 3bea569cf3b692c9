/** Element id of the conversation on the order page: `/pedido/{hash}#conversa`. */
export const conversationId = 'conversa';
