-- Skills and occupations of published vocabularies (ESCO, O*NET), by the names that people use for them. Filled by
-- `gatehouse taxonomy import` and read by name; everything else works without.
create table taxonomy_imports (
  -- Which file of which publisher.
  source text primary key,
  -- Counts the imports of this file: rows of an older one are forgotten.
  import_id bigint not null default 1,
  imported_at timestamptz not null default now()
);

create table taxonomy_concepts (
  kind text not null constraint taxonomy_concepts_kind check (kind in ('skill', 'occupation')),
  scheme text not null constraint taxonomy_concepts_scheme check (scheme in ('esco', 'onet')),
  id text not null,
  -- Null while only a file of other names was imported.
  label text,
  isco_group text,
  primary key (kind, scheme, id)
);

create table taxonomy_names (
  kind text not null,
  -- Without case and accents: what is looked up.
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
