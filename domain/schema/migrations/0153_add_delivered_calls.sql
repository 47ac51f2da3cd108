-- Calls that a process has delivered while the row of their lane in undelivered_calls still names them, because a batch
-- of the lane is in flight. Such a batch can wait for an account for a second and longer. The charges of these calls are
-- not returned if the process dies. Each write replaces the list; what the lanes' rows no longer name is left out.
create table delivered_calls (
  process_id uuid primary key,
  -- Counts the writes: a late write must not replace a newer one.
  version bigint not null,
  call_ids uuid[] not null,
  written_at timestamptz not null default now()
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Ids hardly compress, and trying takes longer than writing them.
alter table delivered_calls alter column call_ids set storage external;
