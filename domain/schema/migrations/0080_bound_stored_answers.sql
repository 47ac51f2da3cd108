-- Answers kept for retries with an Idempotency-Key are bounded: an answer that is too large, or beyond what its company may
-- store, is delivered and charged but not kept. A retry must then be refused and must not run again, so the row says why
-- there is no answer.
alter table stored_answers
  add column company_id uuid,
  add column not_kept text,
  add constraint stored_answers_not_kept_reason check (not_kept in ('too_large', 'quota', 'busy')) not valid;
alter table stored_answers validate constraint stored_answers_not_kept_reason;

-- How many bytes of answers a company has stored. It is written by the statement that charges, which holds the lock of the
-- company's account by then, and by the purge, which takes no other lock.
create table stored_answer_totals (
  company_id uuid primary key,
  bytes bigint not null
) with (fillfactor = 50);
