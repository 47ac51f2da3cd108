-- What the admins of a company are informed of, each matter once: the key says which matter it is, such as the work that waits
-- this month. The mail to the admins is queued in the transaction that writes the row.
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
