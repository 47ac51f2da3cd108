-- The inbox of the payment provider: every message is written here before anything is done about it, so that an outage
-- of ours loses none, and what was done about it is written in the same transaction as its status.
create type provider_event_status as enum ('RECEIVED', 'PROCESSED', 'PARKED', 'QUARANTINED', 'IGNORED');
create type provider_event_source as enum ('WEBHOOK', 'SWEEP', 'REPLAY');

create table provider_events (
  id text primary key,
  type text not null,
  object_id text,
  customer_id text,
  -- The provider's second, which is all it tells.
  event_created_at timestamptz not null,
  api_version text,
  is_live boolean not null,
  payload jsonb not null,
  source provider_event_source not null,
  status provider_event_status not null default 'RECEIVED',
  attempts integer not null default 0,
  -- Not at once: whoever receives an event makes the first attempt.
  next_attempt_at timestamptz not null default now() + interval '2 seconds',
  last_error text,
  -- What a parked event cannot do without, such as `purchase:…`: when that appears, it is tried again at once.
  waits_for text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
) with (fillfactor = 80);

create index provider_events_due_idx on provider_events (next_attempt_at) where status in ('RECEIVED', 'PARKED');
create index provider_events_waits_for_idx on provider_events (waits_for) where status = 'PARKED';
create index provider_events_created_idx on provider_events (event_created_at desc, id);

-- How far the provider's own list of events has been compared with the inbox. One row.
create table provider_event_sweeps (
  is_only boolean primary key default true constraint provider_event_sweeps_is_one_row check (is_only),
  swept_through timestamptz not null,
  updated_at timestamptz not null default now()
);
