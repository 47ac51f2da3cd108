-- A parked call was answered, but what it costs is not certain. A person decides once, with a reason; the call's own row is
-- never changed. What is charged is an adjustment of the ledger under the key parked:<call>.
create table parked_call_decisions (
  call_id uuid primary key,
  company_id uuid not null,
  charged_micros bigint not null constraint parked_call_decisions_charged_not_negative check (charged_micros >= 0),
  reason text not null constraint parked_call_decisions_reason_not_blank check (btrim(reason) <> ''),
  decided_by text not null,
  decided_at timestamptz not null default now()
);

create trigger parked_call_decisions_are_append_only before update or delete on parked_call_decisions
  for each row execute function refuse_change();

-- Few calls are ever parked, so those that are can be found without reading the others.
create index calls_parked_idx on calls (id) where status = 'PARKED';
