-- What the provider told of one charge, for the team: by our id of it, or by the provider's where it tells only that.
create index provider_events_of_charge on provider_events ((coalesce(body ->> 'reference', body ->> 'providerId')));
