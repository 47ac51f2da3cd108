-- The answers to calls that were sent with an Idempotency-Key, for a day: a retry gets the same answer and is not
-- charged again. The answer is written in the transaction of the charge, so there is never one without the other.
create table stored_answers (
  key_id uuid not null,
  idempotency_key text not null,
  body_hash bytea not null,
  call_id uuid not null,
  -- Until then the call counts as running; after it, another may take its place.
  claimed_until timestamptz not null,
  content_type text,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (key_id, idempotency_key)
);

create unique index stored_answers_call_id_idx on stored_answers (call_id);
create index stored_answers_created_at_idx on stored_answers (created_at);
