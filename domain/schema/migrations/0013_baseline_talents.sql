-- Talents belong to a company. Their identity and the facts about their work are in two tables, so that matching, which
-- reads only the second, cannot see a name.
create type talent_status as enum ('ACTIVE', 'WITHDRAWN');

create table talents (
  company_id uuid not null references companies (id),
  id uuid not null,
  name text constraint talents_name_not_blank check (btrim(name) <> '' and length(name) <= 200),
  status talent_status not null default 'ACTIVE',
  -- The text to whose lines the facts refer.
  source_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);

create table talent_facts (
  company_id uuid not null,
  talent_id uuid not null,
  facts jsonb not null,
  facts_hash bytea not null constraint talent_facts_hash_length check (length(facts_hash) = 32),
  updated_at timestamptz not null default now(),
  primary key (company_id, talent_id),
  foreign key (company_id, talent_id) references talents (company_id, id) on delete cascade
);
