-- The few events that wait for a person are counted every few seconds, among all that ever came.
create index provider_events_quarantined_idx on provider_events (received_at) where status = 'QUARANTINED';
