-- Copies the disputes that were recorded before provider_disputes existed. Those that are written meanwhile are there already,
-- recorded by the trigger.
insert into provider_disputes (provider_dispute_id, provider_charge_id, status, amount_minor)
select dispute_id, provider_charge_id, dispute_status, disputed_minor
  from provider_charges where dispute_id is not null and dispute_status is not null
on conflict (provider_dispute_id) do nothing;
