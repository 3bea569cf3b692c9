/** Where the conversation stands on the page of its order: `/pedido/{hash}#conversa`. */
export const conversationId = 'conversa';
