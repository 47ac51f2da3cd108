-- Results of parsing, kept for a day: parsing the same document again costs its company nothing. They contain personal
-- data, so they belong to one company, are deleted with it, and are kept no longer than stored answers.
create table parse_results (
  company_id uuid not null references companies (id) on delete cascade,
  -- Hash of the uploaded bytes and of everything else on which the result depends.
  cache_key bytea not null,
  -- The JSON as sent; it is not inspected here.
  result bytea not null,
  created_at timestamptz not null default now(),
  primary key (company_id, cache_key)
);

create index parse_results_created_at_idx on parse_results (created_at);
