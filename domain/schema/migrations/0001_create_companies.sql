-- Companies are what everything else belongs to: keys, credits, jobs and talents all carry a company_id first,
-- so that the way beyond one database is to shard by company.
create type billing_mode as enum ('PREPAID', 'POSTPAID');

create table companies (
  id uuid primary key,
  name text not null constraint companies_name_not_blank check (btrim(name) <> '' and length(name) <= 200),
  billing_mode billing_mode not null default 'PREPAID',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
