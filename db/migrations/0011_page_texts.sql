-- The texts of the institutional pages, versioned like the rules: what a person accepted can always be shown again.
create table page_texts (
  slug text not null check (slug in ('termos', 'privacidade', 'perguntas-frequentes', 'como-funciona', 'tarifas',
    'formas-de-pagamento')),
  version integer not null check (version > 0),
  markdown text not null check (length(markdown) between 10 and 100000),
  author_id bigint references users,
  starts_at timestamptz not null default market_now(),
  created_at timestamptz not null default market_now(),
  primary key (slug, version)
);
create trigger page_texts_append_only before update or delete or truncate on page_texts
  execute function refuse_change();
revoke update, delete, truncate on page_texts from praca_app;
