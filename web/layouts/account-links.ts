/** Pages of the account, in the order of its navigation, the account menu and the phone menu. */
export const accountPlaces = [
  ['/conta', 'Resumo'],
  ['/conta/compras', 'Compras'],
  ['/conta/vendas', 'Vendas'],
  ['/conta/anuncios', 'Meus anúncios'],
  ['/conta/perguntas', 'Perguntas'],
  ['/conta/favoritos', 'Favoritos'],
  ['/conta/transacoes', 'Transações'],
] as const;

/** Settings pages, below the other pages in the navigation and the phone menu. */
export const accountSettings = [
  ['/conta/perfil', 'Perfil'],
  ['/conta/enderecos', 'Endereços'],
  ['/conta/seguranca', 'Segurança'],
  ['/conta/avisos', 'Avisos'],
  ['/conta/privacidade', 'Privacidade'],
] as const;
