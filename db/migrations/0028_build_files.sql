-- Scripts, styles and fonts of the site's builds, so that a page opened before an upgrade can load the parts it still
-- needs from any server. A server that runs writes its own again and again; others are deleted after 30 days.
create table build_files (
  name text primary key check (name ~ '^[A-Za-z0-9_.~-]{1,200}$'),
  gzipped boolean not null,
  content bytea not null check (length(content) <= 10000000),
  published_at timestamptz not null default now()
);
revoke update on build_files from praca_app;
grant update (published_at) on build_files to praca_app;
