alter table users validate constraint users_document_proven_by_check;
alter table uploads validate constraint uploads_door_check;
