/** Places of the account, in the order of its navigation, the account menu and the phone menu. */
export const accountPlaces = [
  ['/conta', 'Resumo'],
  ['/conta/compras', 'Compras'],
  ['/conta/vendas', 'Vendas'],
  ['/conta/anuncios', 'Meus anúncios'],
  ['/conta/perguntas', 'Perguntas'],
  ['/conta/favoritos', 'Favoritos'],
  ['/conta/transacoes', 'Transações'],
] as const;

/** What a person settles about themselves; below the places in the navigation and the phone menu. */
export const accountSettings = [
  ['/conta/perfil', 'Perfil'],
  ['/conta/seguranca', 'Segurança'],
  ['/conta/avisos', 'Avisos'],
  ['/conta/privacidade', 'Privacidade'],
] as const;
