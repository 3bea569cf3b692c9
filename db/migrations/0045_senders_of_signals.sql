-- On a presence channel a client's event tells whose it is, in whichever process it is heard.
alter table realtime_messages add column sender_id text check (length(sender_id) <= 128);
