-- N05: who saw a code, when, on what device and which content, signed with a key that PostgreSQL does not have.
-- What was recorded before has no signature: the key is the server's, and to sign it now would vouch for what nobody saw.
alter table reveals add column signature bytea check (length(signature) = 32);
alter table reveals add constraint reveals_signed check (signature is not null) not valid;
