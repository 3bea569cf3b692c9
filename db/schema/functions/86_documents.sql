-- From which level on the team's approval of a document is required (§4.14).
create or replace function document_need() returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select rules #>> '{documents,neededFrom}' from public.rule_versions
    where starts_at <= public.market_now() order by starts_at desc, id desc limit 1), 'N3')
$$;

-- The states of a sending of documents; an approval needs that no other account has the document (ADR 0079, §4.14).
create or replace function guard_document_check() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> new.state and not (
    (old.state in ('sent', 'in_review', 'claimed') and new.state in ('approved', 'refused'))
    or (old.state = 'sent' and new.state = 'in_review')
    or (old.state = 'refused' and old.refusal = 'in_use' and new.state = 'claimed')
    or (old.state = 'approved' and new.state in ('expired', 'revoked', 'replaced'))) then
    raise exception 'documents % cannot go from % to %', old.id, old.state, new.state
      using errcode = '23514', constraint = 'document_checks_transition';
  end if;
  if old.state <> 'approved' and new.state = 'approved' and exists (select from public.users u
      where u.proven_document = new.document and u.id <> new.user_id) then
    raise exception 'document of check % confirms another account', new.id
      using errcode = '23514', constraint = 'document_checks_holder';
  end if;
  -- Staff decide neither about a document of their own account nor about a claim to it.
  if new.state in ('approved', 'refused') and old.state <> new.state and exists (select from public.users u
      where u.proven_document = new.document and u.id in (new.first_by, new.decided_by)) then
    raise exception 'documents % are decided by another person', new.id
      using errcode = '23514', constraint = 'document_checks_not_holder';
  end if;
  if new.state = 'replaced' and old.level = 'N3' and exists (select from public.document_checks c
      where c.user_id = new.user_id and c.state in ('sent', 'in_review', 'claimed') and c.level = 'N2') then
    raise exception 'documents % for N3 are not replaced by others for N2', new.id
      using errcode = '23514', constraint = 'document_checks_lower';
  end if;
  return new;
end $$;

-- Level N3 needs documents that two people of the team approved, where the rules in force require documents (§4.14).
create or replace function guard_granted_level() returns trigger language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.document_need() <> 'none' and not exists (select from public.document_checks c
      where c.user_id = new.id and c.state = 'approved' and c.level = 'N3') then
    raise exception 'no approved documents give user % the last level', new.id
      using errcode = '23514', constraint = 'users_level_by_documents';
  end if;
  return new;
end $$;
