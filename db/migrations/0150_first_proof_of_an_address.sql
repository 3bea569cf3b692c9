-- What is proven later must not inherit what a stranger set before (ADR 70, T50): each key records the session that
-- set it, the session that made an account is known, and the first proof of an address is refused while older keys of
-- other sessions are left.
alter table sessions add column registered boolean not null default false;
-- The session of an existing account that was opened together with it.
update sessions s set registered = true from users u
where u.id = s.user_id and s.created_at < u.created_at + interval '5 seconds';

alter table passkeys add column session_id bigint;
alter table totp_secrets add column session_id bigint;
alter table identities add column session_id bigint;
alter table users
  add column phone_session_id bigint,
  -- The registering session that proved the address; null when another browser did and everything older ended.
  add column email_proof_session_id bigint;

create function refuse_inherited_keys() returns trigger language plpgsql as $$
declare proving bigint := new.email_proof_session_id;
begin
  if proving is not null and not exists (select from sessions where id = proving and user_id = new.id and registered) then
    raise exception 'session % did not register account %', proving, new.id
      using errcode = 'check_violation', constraint = 'first_proof_without_older_keys';
  end if;
  if exists (select from sessions where user_id = new.id and id is distinct from proving)
    or exists (select from passkeys where user_id = new.id and (proving is null or session_id is distinct from proving))
    or exists (select from totp_secrets where user_id = new.id and (proving is null or session_id is distinct from proving))
    or exists (select from identities where user_id = new.id and (proving is null or session_id is distinct from proving))
    or (new.phone is not null and (proving is null or new.phone_session_id is distinct from proving))
    or (proving is null and (new.password_hash is not null
      or exists (select from recovery_codes where user_id = new.id)
      or exists (select from devices where user_id = new.id))) then
    raise exception 'account % has keys that are older than the proof of its address', new.id
      using errcode = 'check_violation', constraint = 'first_proof_without_older_keys';
  end if;
  return new;
end $$;
create trigger first_proof_without_older_keys before update of email_verified_at on users
  for each row when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function refuse_inherited_keys();
