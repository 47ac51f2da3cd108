-- The results of a task's finished steps, each stored before the next step begins, so that a retried task does not pay
-- for the model again. Rows are deleted in the transaction that finishes the task; those of a dead letter are kept,
-- because it may be replayed.
-- safe: the engine's table is new and empty.
create table task_steps (
  task_id uuid not null,
  step text not null,
  result jsonb not null,
  stored_at timestamptz not null default now(),
  primary key (task_id, step)
);

-- Finds old steps that cancelled tasks have left behind, so that they can be deleted.
create index task_steps_stored_at on task_steps (stored_at);

-- Finds the highest turn (stored as -priority) among a company's waiting tasks without counting them: a new task queues
-- behind those of its own company, not behind all others.
create index task_turns on tasks.job_common (name, group_id, priority, start_after) where state < 'active';
