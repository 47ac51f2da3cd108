-- How many talents of a sample have a term. When a job is read, the specificity of its terms is computed from these
-- counts and stored with the job.
create table term_counts (
  term text primary key,
  talents integer not null constraint term_counts_positive check (talents > 0)
);

-- One row: the size and time of the sample.
create table term_count_sample (
  is_only boolean primary key default true constraint term_count_sample_one_row check (is_only),
  talents integer not null default 0,
  counted_at timestamptz not null default now()
);

insert into term_count_sample default values;

-- Skills and occupations of published vocabularies (ESCO, O*NET), by the names that people use for them. Filled by
-- `gatehouse taxonomy import` and looked up by name; everything else works without them.
create table taxonomy_imports (
  -- The name of the publisher's file.
  source text primary key,
  -- Counts the imports of this file: rows of an earlier import are deleted.
  import_id bigint not null default 1,
  imported_at timestamptz not null default now()
);

create table taxonomy_concepts (
  kind text not null constraint taxonomy_concepts_kind check (kind in ('skill', 'occupation')),
  scheme text not null constraint taxonomy_concepts_scheme check (scheme in ('esco', 'onet')),
  id text not null,
  -- Null until a file that contains the label is imported; some files contain only other names.
  label text,
  isco_group text,
  primary key (kind, scheme, id)
);

create table taxonomy_names (
  kind text not null,
  -- The lookup key: the name without case and accents.
  folded text not null,
  scheme text not null,
  concept_id text not null,
  source text not null references taxonomy_imports (source),
  name text not null,
  is_preferred boolean not null,
  import_id bigint not null,
  primary key (kind, folded, scheme, concept_id, source)
);

create index taxonomy_names_concept_idx on taxonomy_names (kind, scheme, concept_id);
create index taxonomy_names_source_idx on taxonomy_names (source, import_id);
