-- What a task has already paid for: the result of each step, stored before the next one begins, so that a task that
-- is tried again does not call the model again. Rows go in the transaction that finishes the task; those of a task
-- that failed for good stay, because it may be replayed.
create table task_steps (
  task_id uuid not null,
  step text not null,
  result jsonb not null,
  stored_at timestamptz not null default now(),
  primary key (task_id, step)
);

-- For the sweep of what cancelled tasks have left.
create index task_steps_stored_at on task_steps (stored_at);

-- The last turn that a company has among its waiting tasks, found without counting them: who enqueues a task
-- lines it up behind the company's own, not behind everybody's.
create index task_turns on tasks.job_common (name, group_id, priority, start_after) where state < 'active';
