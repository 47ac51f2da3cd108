-- Counts, outcomes and durations of the AI service's operations, so that every replica reports the same numbers. A row
-- sums all replicas over five minutes, so reading a day costs the same regardless of the load.
create table operation_counts (
  -- The beginning of the five minutes.
  slot timestamptz not null,
  kind text not null,
  outcome text not null,
  -- Index in a scale of durations in which each step is a fifth longer than the previous one.
  duration_step smallint not null,
  times bigint not null constraint operation_counts_times_positive check (times > 0),
  last_at timestamptz not null,
  primary key (slot, kind, outcome, duration_step)
) with (fillfactor = 50);
