-- Jobs belong to a company. Their requirements are stored as typed facts with a hash, so that work is repeated exactly
-- when a hash changes.
create type job_status as enum ('DRAFT', 'ACTIVE', 'PAUSED', 'CLOSED', 'EXPIRED');

create table jobs (
  company_id uuid not null references companies (id),
  id uuid not null,
  external_id text,
  title text not null constraint jobs_title_not_blank check (btrim(title) <> '' and length(title) <= 300),
  status job_status not null default 'DRAFT',
  description_text text not null default '',
  version integer not null default 1,
  published_at timestamptz,
  closes_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);

create unique index jobs_external_id_idx on jobs (company_id, external_id) where external_id is not null;
create index jobs_active_idx on jobs (company_id, updated_at, id) where status = 'ACTIVE';

-- Callers of /jobs search for words. Each search word matches the beginning of a word in the title or the text; the
-- dictionary is `simple`, because jobs are in many languages.
create index jobs_text_idx on jobs using gin (to_tsvector('simple', title || ' ' || description_text))
  where status = 'ACTIVE';

create table job_facts (
  company_id uuid not null,
  job_id uuid not null,
  facts jsonb not null,
  facts_hash bytea not null constraint job_facts_hash_length check (length(facts_hash) = 32),
  updated_at timestamptz not null default now(),
  primary key (company_id, job_id),
  foreign key (company_id, job_id) references jobs (company_id, id) on delete cascade
);
