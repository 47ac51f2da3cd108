-- Companies own everything else: keys, credits, jobs and talents all begin with company_id, so that the database can
-- later be sharded by company. An operator or a super admin can suspend a company: its billable calls are then refused,
-- regardless of how many keys its admins create. The reason is stored for its admins to read.
create type billing_mode as enum ('PREPAID', 'POSTPAID');

create table companies (
  id uuid primary key,
  name text not null constraint companies_name_not_blank check (btrim(name) <> '' and length(name) <= 200),
  billing_mode billing_mode not null default 'PREPAID',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  suspended_at timestamptz,
  suspension_reason text,
  -- The platform's own company has this id in every installation. The platform makes its own calls with a key of this
  -- company. The company is postpaid, so that its calls are never refused for lack of credits, and is metered like any
  -- other.
  constraint companies_platform_is_postpaid
    check (id <> '00000000-0000-7000-8000-000000000001' or billing_mode = 'POSTPAID'),
  constraint companies_suspension_has_reason check ((suspended_at is null) = (suspension_reason is null)),
  constraint companies_suspension_reason_not_blank
    check (btrim(suspension_reason) <> '' and length(suspension_reason) <= 500),
  constraint companies_platform_not_suspended
    check (id <> '00000000-0000-7000-8000-000000000001' or suspended_at is null)
);

-- Notices to the admins of a company. Each is sent once: the key identifies its subject, such as the work that is
-- waiting this month. The mail to the admins is queued in the transaction that writes the row.
create table company_notices (
  id uuid primary key,
  company_id uuid not null references companies (id),
  key text not null constraint company_notices_key_length check (length(key) between 1 and 150),
  kind text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (company_id, key)
);

create index company_notices_of_company_idx on company_notices (company_id, id);
