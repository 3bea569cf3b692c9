import { Client } from 'pg';

export interface Place {
  path: string;
  /** The visitor: anonymous, or one of the demo accounts. */
  as: 'visitor' | 'compradora' | 'vendedora' | 'suporte' | 'admin';
  status?: number;
  /** The name of its pictures, where the address gives none. */
  name?: string;
}

/** Every address of the site with real ids of the demo market: the page tour and the screenshots visit these. */
export async function everyPlace(ownerUrl: string): Promise<Place[]> {
  const client = new Client(ownerUrl);
  await client.connect();
  return placesOf(client).finally(() => client.end());
}

async function placesOf(client: Client): Promise<Place[]> {
  const one = async (text: string) =>
    Object.values((await client.query(text)).rows[0] as Record<string, string>)[0]!;
  const slug = await one(
    `select slug from listings where state = 'published' order by length(title) desc, id limit 1`,
  );
  const paused = await one(`select slug from listings where state = 'paused' order by id limit 1`);
  const orderIn = (state: string) =>
    one(
      `select hash from orders o join users u on u.id = o.buyer_id where u.email = 'compradora@demo.praca' and o.state = '${state}' order by o.id desc limit 1`,
    );
  const waiting = await orderIn('awaiting_payment');
  const delivered = await orderIn('delivered');
  const completed = await orderIn('completed');
  const disputed = await orderIn('in_complaint');
  const mediated = await one(
    `select id::text from complaints where state = 'in_mediation' order by id limit 1`,
  );
  const draft = await one(
    `select l.id::text from listings l join users u on u.id = l.seller_id where u.email = 'vendedora@demo.praca' order by (l.state = 'draft') desc, l.id desc limit 1`,
  );
  const live = await one(
    `select l.id::text from listings l join users u on u.id = l.seller_id where u.email = 'vendedora@demo.praca' and l.state = 'published' order by l.id limit 1`,
  );
  const order = await one(`select id::text from orders where state = 'completed' order by id desc limit 1`);
  const person = await one(`select id::text from users where email = 'vendedora@demo.praca'`);
  const seller = await one(`select username::text from users where email = 'vendedora@demo.praca'`);
  const listingOf = (delivery: string) =>
    one(
      `select l.slug from listings l join users u on u.id = l.seller_id where u.email = 'vendedora@demo.praca' and l.state = 'published' and l.stock > 0 and ${delivery} order by l.id limit 1`,
    );
  const shipped = await listingOf(`l.delivery_type = 'shipping' and l.also_pickup`);
  const pickedUp = await listingOf(`l.delivery_type = 'pickup'`);
  const parcels = await parcelPlaces(client);
  const sheets = await one(
    `select string_agg(o.hash, ',' order by o.id) from orders o join shipments s on s.order_id = o.id
       join users u on u.id = o.seller_id
     where u.email = 'vendedora@demo.praca' and s.source = 'table' and o.state = 'paid'`,
  );
  return [
    { path: '/', as: 'visitor' },
    { path: '/anuncios', as: 'visitor' },
    { path: '/anuncios?q=teclado&ordem=menor-preco', as: 'visitor' },
    { path: '/anuncios?q=xyzzyqwv', as: 'visitor' },
    {
      path: '/anuncios?cidade=3550308&km=todos&ordem=mais-perto',
      as: 'visitor',
      name: 'resultados-mais-perto',
    },
    { path: '/anuncios?estado=AC&cidade=1200401&km=25', as: 'visitor', name: 'resultados-longe' },
    { path: `/anuncio/${slug}`, as: 'visitor', name: 'anuncio' },
    { path: `/anuncio/${paused}`, as: 'visitor', name: 'anuncio-pausado' },
    { path: `/anuncio/${shipped}`, as: 'visitor', name: 'anuncio-com-envio' },
    { path: `/anuncio/${pickedUp}`, as: 'visitor', name: 'anuncio-so-retirada' },
    { path: '/categorias', as: 'visitor' },
    { path: `/perfil/${seller}`, as: 'visitor' },
    { path: `/perfil/${seller}?papel=comprador`, as: 'visitor', name: 'perfil-como-comprador' },
    { path: '/transparencia', as: 'visitor' },
    { path: '/termos', as: 'visitor' },
    { path: '/privacidade', as: 'visitor' },
    { path: '/perguntas-frequentes', as: 'visitor' },
    { path: '/como-funciona', as: 'visitor' },
    { path: '/tarifas?receber=1&valor=12345&plano=ouro', as: 'visitor' },
    { path: '/formas-de-pagamento', as: 'visitor' },
    { path: '/auth/login', as: 'visitor' },
    { path: '/auth/register', as: 'visitor' },
    { path: '/auth/recovery', as: 'visitor' },
    { path: '/auth/recovery?token=vencido', as: 'visitor', name: 'recuperacao-vencida' },
    { path: '/auth/twofactor', as: 'visitor' },
    { path: '/primeiro-acesso?token=vencido', as: 'visitor', name: 'primeiro-acesso-vencido' },
    { path: '/auth/rua-sem-saida', as: 'visitor', status: 404 },
    { path: `/pedido/${waiting}`, as: 'visitor', name: 'pedido-por-link' },
    { path: '/dev', as: 'visitor' },
    { path: '/verification?token=vencido', as: 'visitor', name: 'confirmacao-vencida' },
    { path: '/verification', as: 'compradora' },
    { path: '/verification-phone', as: 'compradora' },
    { path: '/err', as: 'visitor' },
    { path: '/rua-que-nao-existe', as: 'visitor', status: 404 },
    { path: `/pedido/${waiting}`, as: 'compradora', name: 'pedido-esperando-pix' },
    { path: `/pedido/${delivered}`, as: 'compradora', name: 'pedido-entregue' },
    { path: `/pedido/${completed}`, as: 'compradora', name: 'pedido-concluido' },
    { path: `/pedido/${disputed}`, as: 'compradora', name: 'pedido-em-reclamacao' },
    ...parcels,
    { path: '/conta', as: 'compradora' },
    { path: '/conta/compras', as: 'compradora' },
    { path: '/conta/perfil', as: 'compradora' },
    { path: '/conta/enderecos', as: 'compradora' },
    { path: '/conta/seguranca', as: 'compradora' },
    { path: '/conta/avisos', as: 'compradora' },
    { path: '/conta/privacidade', as: 'compradora' },
    { path: '/conta/responsavel', as: 'compradora' },
    { path: '/conta/v1', as: 'compradora' },
    { path: '/conta/favoritos', as: 'compradora' },
    { path: '/conta/favoritos?aba=vendedores', as: 'compradora' },
    { path: '/conta/favoritos?aba=avisos', as: 'compradora' },
    { path: '/conta/perguntas?aba=feitas', as: 'compradora' },
    { path: '/conta', as: 'vendedora' },
    { path: '/conta/vendas', as: 'vendedora' },
    { path: '/conta/nivel', as: 'vendedora' },
    { path: '/conta/decisoes', as: 'vendedora' },
    { path: '/conta/documentos', as: 'vendedora' },
    { path: '/conta/vendas?aba=postar', as: 'vendedora', name: 'vendas-postar-hoje' },
    { path: '/conta/perfil', as: 'vendedora' },
    { path: '/conta/seguranca', as: 'vendedora' },
    { path: '/conta/privacidade', as: 'vendedora' },
    { path: '/conta/anuncios', as: 'vendedora' },
    { path: '/conta/anuncios/semana', as: 'vendedora' },
    { path: '/conta/ferias', as: 'vendedora' },
    { path: '/conta/perguntas', as: 'vendedora' },
    { path: '/conta/transacoes', as: 'vendedora' },
    { path: '/conta/transacoes?periodo=hoje&tipo=devolucoes', as: 'vendedora', name: 'extrato-vazio' },
    { path: `/vendas/etiquetas?pedidos=${sheets}`, as: 'vendedora', name: 'folhas-de-postagem' },
    { path: `/vendas/etiquetas?pedidos=${completed}`, as: 'vendedora', name: 'folhas-vazias' },
    { path: '/recibo/nada-disso', as: 'visitor' },
    { path: '/fotos', as: 'visitor' },
    { path: '/anunciar', as: 'vendedora' },
    { path: `/anunciar?id=${draft}&passo=detalhes`, as: 'vendedora', name: 'anunciar-detalhes' },
    { path: `/anunciar?id=${live}`, as: 'vendedora', name: 'anunciar-no-ar' },
    { path: '/dashboard', as: 'admin' },
    { path: '/dashboard/primeiros-passos', as: 'admin' },
    { path: '/dashboard/revisao', as: 'admin' },
    { path: '/dashboard/comprovantes', as: 'admin' },
    { path: '/dashboard/saques', as: 'admin' },
    { path: '/dashboard/denuncias', as: 'admin' },
    { path: '/dashboard/denuncias?aba=perguntas', as: 'admin', name: 'painel-perguntas-retidas' },
    { path: '/dashboard/pagamentos?aba=analise', as: 'admin', name: 'painel-pagamentos-em-analise' },
    { path: '/dashboard/pagamentos?aba=diferencas', as: 'admin', name: 'painel-diferencas' },
    { path: '/dashboard/suporte', as: 'admin' },
    { path: '/dashboard/reclamacoes', as: 'admin' },
    { path: `/dashboard/reclamacoes/${mediated}`, as: 'admin', name: 'painel-reclamacao' },
    { path: '/dashboard/categorias', as: 'admin' },
    { path: '/dashboard/categorias/gift-cards-jogos?aba=atributos', as: 'admin', name: 'painel-atributos' },
    { path: '/dashboard/planos', as: 'admin' },
    { path: '/dashboard/configuracoes', as: 'admin' },
    { path: '/dashboard/configuracoes?secao=textos', as: 'admin', name: 'painel-textos' },
    { path: '/dashboard/configuracoes?secao=emails', as: 'admin', name: 'painel-emails' },
    { path: '/dashboard/configuracoes', as: 'suporte', name: 'painel-configuracoes-suporte' },
    { path: '/dashboard?aba=livros', as: 'admin', name: 'painel-livros' },
    { path: '/dashboard?aba=registro', as: 'admin', name: 'painel-registro' },
    { path: '/dashboard/pedidos', as: 'admin' },
    { path: `/dashboard/pedidos/${order}`, as: 'admin', name: 'painel-pedido' },
    { path: '/dashboard/envios', as: 'admin' },
    { path: '/dashboard/envios?aba=transportadora', as: 'admin', name: 'painel-envios-transportadora' },
    { path: '/dashboard/envios?aba=fretes', as: 'admin', name: 'painel-envios-fretes' },
    { path: '/dashboard/pagamentos', as: 'admin' },
    { path: '/dashboard/usuarios', as: 'admin' },
    { path: `/dashboard/usuarios?id=${person}`, as: 'admin', name: 'painel-pessoa' },
    { path: '/dashboard/anuncios', as: 'admin' },
    { path: `/dashboard/anuncios?id=${live}`, as: 'admin', name: 'painel-anuncio' },
    { path: '/dashboard/reembolsos', as: 'admin' },
    { path: '/dashboard/mudancas', as: 'admin' },
    { path: '/dashboard/usuarios/contestacoes', as: 'suporte' },
    { path: '/dashboard/recursos', as: 'suporte' },
    { path: '/dashboard/usuarios/documentos', as: 'suporte' },
    { path: '/dashboard/falhas', as: 'admin' },
    { path: '/dashboard/risco', as: 'suporte' },
    { path: '/dashboard/risco?aba=altos', as: 'suporte', name: 'painel-risco-altos' },
    { path: '/sair', as: 'compradora' },
  ];
}

/** The tour opens each of its places at two sizes, so it has the states that differ most. */
const sellersTurn = ['pacote-preparing', 'pacote-com-etiqueta', 'retirada-paid'];
const buyersTurn = ['pacote-awaiting-collection', 'pacote-returned', 'retirada-paid'];

/** The orders of parcels and pickups for the side that acts. */
async function parcelPlaces(client: Client): Promise<Place[]> {
  const { rows } = await client.query<{ hash: string; name: string }>(
    `select distinct on (name) o.hash, name from orders o
       join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
       left join shipments h on h.order_id = o.id,
       lateral (select case when o.delivery_type = 'pickup' then 'retirada-' || o.state
         when h.state = 'preparing' and h.label_id is not null then 'pacote-com-etiqueta'
         else 'pacote-' || replace(h.state, '_', '-') end) n (name)
     where b.email = 'compradora@demo.praca' and s.email = 'vendedora@demo.praca' and o.paid_at is not null
       and o.delivery_type in ('shipping', 'pickup') and o.state <> 'in_complaint'
     order by name, o.id desc`,
  );
  return [
    ...rows.filter(({ name }) => buyersTurn.includes(name)).map(placeOf('compradora')),
    ...rows.filter(({ name }) => sellersTurn.includes(name)).map(placeOf('vendedora')),
  ];
}

const placeOf = (as: 'compradora' | 'vendedora') => (row: { hash: string; name: string }) => ({
  path: `/pedido/${row.hash}`,
  as,
  name: `${row.name}-${as}`,
});
