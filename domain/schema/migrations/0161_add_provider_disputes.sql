-- A charge can be disputed more than once, and its row has room for one dispute: the second one erased the first, and with
-- it what was lost. Each dispute has a row of its own now.
create table provider_disputes (
  provider_dispute_id text primary key,
  provider_charge_id text not null,
  -- WON and LOST are final.
  status text not null constraint provider_disputes_status_known check (status in ('OPEN', 'WON', 'LOST')),
  amount_minor bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index provider_disputes_charge_idx on provider_disputes (provider_charge_id);

-- The previous release writes a dispute into the row of its charge only. While both run, this trigger records it here too;
-- it is removed with those columns in a later release.
create function record_dispute_of_charge() returns trigger language plpgsql as $$
begin
  insert into provider_disputes (provider_dispute_id, provider_charge_id, status, amount_minor)
  values (new.dispute_id, new.provider_charge_id, new.dispute_status, new.disputed_minor)
  on conflict (provider_dispute_id) do update
    set status = excluded.status, amount_minor = excluded.amount_minor, updated_at = now()
    where provider_disputes.status = 'OPEN' or excluded.status <> 'OPEN';
  return null;
end
$$;

create trigger provider_charges_record_dispute
  after insert or update of dispute_id, dispute_status, disputed_minor on provider_charges
  for each row when (new.dispute_id is not null and new.dispute_status is not null)
  execute function record_dispute_of_charge();
