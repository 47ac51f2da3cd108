-- Rules by which the admins of a company are alerted, and the alerts. The unit of a threshold depends on the kind:
-- micro-credits, days or percent.
create table alert_rules (
  id uuid primary key,
  company_id uuid not null references companies (id),
  kind text not null constraint alert_rules_kind_known check (kind in (
    'BALANCE_BELOW', 'DAYS_LEFT_BELOW', 'DAILY_SPEND_ABOVE', 'BUDGET_SHARE_REACHED', 'FAILURE_SHARE_ABOVE',
    'KEY_EXPIRES_WITHIN', 'SPEND_UNUSUAL')),
  threshold bigint not null constraint alert_rules_threshold_not_negative check (threshold >= 0),
  is_muted boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Two equal rules would send two mails for one crossing.
  constraint alert_rules_are_distinct unique (company_id, kind, threshold)
);

-- One row for each crossing of a threshold. Its mails and events are enqueued in the transaction that inserts it. The
-- subject is the budget or key that crossed, and empty for the company. A test alert is over when it is inserted.
create table alerts (
  id uuid primary key,
  company_id uuid not null references companies (id),
  rule_id uuid references alert_rules (id) on delete set null,
  kind text not null,
  subject text not null,
  -- The day or month that the value belongs to, and empty for values without a period.
  period text not null,
  is_test boolean not null default false,
  details jsonb not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

-- A rule is crossed at most once at a time for each subject, whatever the workers do.
create unique index alerts_open_crossing_key on alerts (rule_id, subject) where ended_at is null;
create index alerts_of_company_idx on alerts (company_id, id);
create index alerts_open_of_company_idx on alerts (company_id) where ended_at is null;
