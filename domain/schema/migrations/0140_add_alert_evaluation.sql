-- The position of the evaluation of alert rules, which goes through the companies in the order of their ids. A run that
-- is cut off, or that reaches its maximum, is continued by the next one instead of beginning with the same companies.
create table alert_evaluation (
  id boolean primary key default true constraint alert_evaluation_one_row check (id),
  -- The company that was evaluated last; null before the first one.
  after_company_id uuid,
  updated_at timestamptz not null default now()
);
