-- Documents that a company uploaded. The bytes are an object in the store, named after the company, the kind and their
-- hash; the row is written before the object and outlives it, so that no object exists without a row.
create type document_kind as enum ('CV', 'OTHER');
create type document_status as enum ('UPLOADING', 'STORED', 'READ', 'PARSED', 'REFUSED', 'DELETING');

create table documents (
  company_id uuid not null references companies (id),
  id uuid not null,
  kind document_kind not null,
  status document_status not null default 'UPLOADING',
  file_name text not null constraint documents_file_name_length check (length(file_name) between 1 and 255),
  content_hash bytea not null constraint documents_hash_length check (length(content_hash) = 32),
  size_bytes integer not null constraint documents_size check (size_bytes > 0),
  -- The talent that a CV describes; chosen at upload, so that a CV that is parsed twice is one talent.
  talent_id uuid constraint documents_talent_of_cv check ((kind = 'CV') = (talent_id is not null)),
  uploaded_by uuid references users (id),
  -- The reader's reason for refusing the document.
  refusal text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  -- The same bytes are the same document.
  unique (company_id, kind, content_hash),
  constraint documents_refusal check (status <> 'REFUSED' or refusal is not null)
);

create index documents_by_time on documents (company_id, created_at desc, id desc);
create index documents_of_talent on documents (company_id, talent_id) where talent_id is not null;
-- Finds uploads that a dead process has left unfinished; there are few at any time.
create index documents_unfinished on documents (updated_at) where status = 'UPLOADING';

create table document_texts (
  company_id uuid not null,
  document_id uuid not null,
  -- The text as a person reads it, line by line; facts refer to its line numbers.
  text text not null,
  pages integer,
  -- ISO 639-1; null if the text is too short to tell.
  language text,
  warnings jsonb not null default '[]',
  -- Each word as written and in its stem form, plus the company and the language as additional words, so that a search
  -- within a company is one lookup regardless of what others have uploaded.
  search tsvector not null,
  primary key (company_id, document_id),
  foreign key (company_id, document_id) references documents (company_id, id) on delete cascade
);

create index document_texts_search on document_texts using gin (search);

-- Uploads of each company per UTC day, so that a daily quota also counts documents that were deleted since. Written in
-- the transaction that writes the document.
create table upload_days (
  company_id uuid not null references companies (id),
  day date not null,
  documents integer not null,
  bytes bigint not null,
  primary key (company_id, day)
) with (fillfactor = 50);
