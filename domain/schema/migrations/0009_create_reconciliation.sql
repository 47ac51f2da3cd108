-- Reconciliation adds up what all calls were ever charged and compares it with the accounts. Calls are never changed,
-- so what it has added up once is kept here and not read again: without this every run would read billions of rows,
-- and once a partition is detached it could not be added up any more. Never more rows than usage_rollups has.
create table reconciled_days (
  company_id uuid not null,
  day date not null,
  -- The charges of its calls that were closed on the day and before reconciliation_progress.calls_through.
  calls_micros bigint not null,
  checked_at timestamptz not null default now(),
  primary key (company_id, day)
);

-- One row. It is locked by whoever adds to reconciled_days, so that two runs at once do not count a call twice.
create table reconciliation_progress (
  is_only boolean primary key default true constraint reconciliation_progress_is_one_row check (is_only),
  -- Calls closed before this moment are in reconciled_days.
  calls_through timestamptz not null
);
