-- What every reconciliation of all accounts found. The gauges of all replicas are read from the last one, so that an alert does
-- not depend on which process did it, and a person can see since when something drifts.
create table reconciliation_reports (
  id uuid primary key,
  ended_at timestamptz not null default now(),
  took_ms integer not null,
  -- Invariant → accounts that break it. One that was not checked is left out.
  drifting jsonb not null,
  -- The first of the drifts, with the amounts.
  drifts jsonb not null,
  -- Account → what became of the attempt to stop its calls.
  freezes jsonb not null,
  has_drift boolean not null
);

create index reconciliation_reports_ended_at_idx on reconciliation_reports (ended_at);
