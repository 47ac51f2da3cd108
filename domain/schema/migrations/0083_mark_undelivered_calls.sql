-- The charged calls whose answers are not known to be delivered: one row for each lane of a process's settlement. A batch
-- writes the row in the statement that makes its charges, so that both are durable together. The next write of the same
-- lane, at most half a second later, leaves out the calls that were delivered meanwhile. The calls that a dead process
-- leaves in its rows were charged and perhaps never delivered, so their charges are returned.
create table undelivered_calls (
  process_id uuid not null,
  lane smallint not null,
  -- Counts the writes of the lane: a write that arrives late must not replace a newer one.
  version bigint not null,
  call_ids uuid[] not null,
  written_at timestamptz not null default now(),
  primary key (process_id, lane)
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Ids hardly compress, and trying takes longer than writing them.
alter table undelivered_calls alter column call_ids set storage external;
