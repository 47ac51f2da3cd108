-- Jobs whose best talents a model has not judged: it could not be asked, or a talent came to be among them since. One row for
-- a job, however many reasons there are, and due a little later, so that many changes make one question.
create table judge_queue (
  company_id uuid not null,
  job_id uuid not null,
  due_at timestamptz not null,
  primary key (company_id, job_id)
);

create index judge_queue_due_at_idx on judge_queue (due_at);
