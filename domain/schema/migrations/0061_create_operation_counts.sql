-- How often the AI service did what, how it ended and how long it took, so that every replica tells the same. A row counts
-- what all replicas did in five minutes: reading a day costs the same however much was done in it.
create table operation_counts (
  -- The five minutes, by their beginning.
  slot timestamptz not null,
  kind text not null,
  outcome text not null,
  -- Of a scale of durations in which each step is a fifth longer than the one before.
  duration_step smallint not null,
  times bigint not null constraint operation_counts_times_positive check (times > 0),
  last_at timestamptz not null,
  primary key (slot, kind, outcome, duration_step)
) with (fillfactor = 50);
