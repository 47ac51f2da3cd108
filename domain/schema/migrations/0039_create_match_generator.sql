-- Whether the match-score generator is to run, and the batches it has in hand. It is here so that every replica agrees and
-- a restart goes on where it was. A batch is claimed, computed, and finished with its matches in one transaction; one whose
-- replica was lost is given up when its lease is over, and its subjects wait again.
create type generator_state as enum ('RUNNING', 'STOPPED');

create table match_generator (
  is_only boolean primary key default true constraint match_generator_one_row check (is_only),
  desired generator_state not null default 'STOPPED',
  -- When the start that made it run came; null while stopped.
  started_at timestamptz,
  last_batch bigint not null default 0
);

insert into match_generator default values;

create table match_batches (
  id uuid primary key,
  number bigint not null unique,
  replica text not null,
  -- A batch is of one company and of one kind: talents and jobs of a company are never in hand together, because each
  -- looks for the other and would miss what is not yet committed.
  company_id uuid not null,
  subject match_subject not null,
  claimed_at timestamptz not null default now(),
  leased_until timestamptz not null,
  finished_at timestamptz,
  -- Set when its replica was lost: what it might still do no longer counts.
  given_up_at timestamptz,
  subjects integer not null,
  matches integer not null default 0,
  errors integer not null default 0,
  took_ms integer
);

create index match_batches_in_hand_idx on match_batches (leased_until)
  where finished_at is null and given_up_at is null;
create index match_batches_company_idx on match_batches (company_id, claimed_at);
create index match_batches_finished_at_idx on match_batches (finished_at);
