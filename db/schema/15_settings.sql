-- The rules of the market and the texts of its pages, versioned; the accounts at providers.

-- All rules of the market, as one versioned document. An order keeps the version it was placed under (N08).
create table rule_versions (
  id bigint generated always as identity primary key,
  rules jsonb not null,
  starts_at timestamptz not null default market_now(),
  author_id bigint references users,
  created_at timestamptz not null default market_now(),
  reason text not null default '' check (length(reason) <= 500),
  -- The version it was made from. Two people who change the same one cannot both succeed.
  based_on bigint unique references rule_versions
);
create trigger rule_versions_append_only before update or delete or truncate on rule_versions
  execute function refuse_change();
create trigger rule_versions_follow before insert on rule_versions for each row
  when (new.based_on is not null) execute function rule_version_follows();
create trigger rule_versions_scores after insert on rule_versions for each row execute function queue_all_sellers();
create trigger rule_versions_two_people before insert on rule_versions for each row execute function guard_rules();
revoke update, delete on rule_versions from praca_app;

-- Settings that one person may change: harmless texts, prices and sizes. A path covers everything below it. Whatever
-- is not listed needs two people. Equal to domain/settings/one-person-settings.ts.
create table one_person_settings (
  path text primary key
);
revoke insert, update, delete on one_person_settings from praca_app;
insert into one_person_settings (path) values
  ('brand'),
  ('plans'),
  ('timers.pixExpiryMs'),
  ('maxUnpaidOrders'),
  ('payments.cardExpiryMs'),
  ('payments.boletoBusinessDays'),
  ('reminders'),
  ('calendar'),
  ('listingExpiryMs'),
  ('listings'),
  ('questions'),
  ('ratings'),
  ('reputation'),
  ('conversations'),
  ('favorites'),
  ('follows'),
  ('reports'),
  ('tickets'),
  ('holds'),
  ('deliveries'),
  ('complaints.words'),
  ('complaints.files'),
  ('complaints.fileMegabytes'),
  ('receipts.fileMegabytes'),
  ('security.username'),
  ('letters.confirmar-email'),
  ('letters.trocar-email-novo'),
  ('letters.email-em-uso'),
  ('letters.ja-tem-conta'),
  ('letters.nova-senha'),
  ('letters.codigo-de-confirmacao'),
  ('letters.dados-prontos'),
  ('letters.exclusao-pedida'),
  ('letters.exclusao-perto'),
  ('letters.conta-excluida'),
  ('letters.desistencia'),
  ('letters.avalie-o-pedido'),
  ('letters.avaliacoes-publicadas'),
  ('letters.avaliacao-respondida'),
  ('letters.conta-suspensa');

-- Accounts at providers, typed by an administrator: encrypted with the installation's key, one per service. A
-- replaced one is deleted; who replaced it and why is in `events`.
create table credentials (
  service text primary key check (service in ('payments', 'mail', 'sms', 'push', 'realtime', 'sign_in')),
  provider text not null check (length(provider) between 2 and 40),
  sealed bytea not null check (octet_length(sealed) <= 40000),
  version int not null default 1 check (version > 0),
  author_id bigint not null references users,
  set_at timestamptz not null default market_now()
);
create trigger credentials_two_people before insert or update or delete on credentials for each row
  execute function guard_credentials();

-- Texts of the institutional pages, versioned like the rules, so that what a person accepted can always be shown
-- again.
create table page_texts (
  slug text not null
    check (slug in ('termos', 'privacidade', 'perguntas-frequentes', 'como-funciona', 'tarifas',
      'formas-de-pagamento')),
  version integer not null check (version > 0),
  markdown text not null check (length(markdown) between 10 and 100000),
  author_id bigint references users,
  starts_at timestamptz not null default market_now(),
  created_at timestamptz not null default market_now(),
  reason text not null default '' check (length(reason) <= 500),
  primary key (slug, version)
);
create trigger page_texts_append_only before update or delete or truncate on page_texts
  execute function refuse_change();
revoke update, delete on page_texts from praca_app;

-- Texts have authors, so accounts come first.
alter table consents add constraint consents_page foreign key (page_slug, page_version)
  references page_texts (slug, version);

-- How far the announcement of a changed text has come, in the order of user ids.
create table page_announcements (
  slug text not null check (slug in ('termos', 'privacidade')),
  version integer not null,
  told_up_to bigint not null default 0,
  done_at timestamptz,
  primary key (slug, version),
  foreign key (slug, version) references page_texts (slug, version)
);
revoke update, delete on page_announcements from praca_app;
grant update (told_up_to, done_at) on page_announcements to praca_app;
