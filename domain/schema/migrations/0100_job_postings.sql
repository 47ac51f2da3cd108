-- What was read from a job's text (null until it has been read), what a person corrected in it, and the caller's own data.
-- Corrections are kept apart from what was read, so that a text can be read again without losing them.
alter table jobs add column posting jsonb;
alter table jobs add column corrections jsonb not null default '{}';
alter table jobs add column metadata jsonb not null default '{}';

alter table jobs add constraint jobs_posting_is_object check (jsonb_typeof(posting) = 'object') not valid;
alter table jobs add constraint jobs_corrections_is_object check (jsonb_typeof(corrections) = 'object') not valid;
alter table jobs add constraint jobs_metadata_is_object check (jsonb_typeof(metadata) = 'object') not valid;
