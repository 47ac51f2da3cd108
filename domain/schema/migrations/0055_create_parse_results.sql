-- What parsing a document gave, for a day: the same document costs its company nothing the second time. It holds what the
-- document says of a person, so it belongs to one company, goes with it, and is kept no longer than stored answers are.
create table parse_results (
  company_id uuid not null references companies (id) on delete cascade,
  -- Of the bytes that came, and of everything else that the result depends on.
  cache_key bytea not null,
  -- JSON as it was sent; nobody looks into it here.
  result bytea not null,
  created_at timestamptz not null default now(),
  primary key (company_id, cache_key)
);

create index parse_results_created_at_idx on parse_results (created_at);
