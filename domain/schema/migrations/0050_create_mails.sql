-- Every mail that is to be sent, written in the transaction that causes it. One per idempotency key, for ever: the row
-- outlives the task that sends it, so a cause that is repeated a year later still sends no second mail.
create type mail_status as enum ('QUEUED', 'SENT', 'REJECTED', 'FAILED', 'UNKNOWN');

create table mails (
  id uuid primary key,
  -- Null: a mail of the platform's own.
  company_id uuid references companies (id),
  idempotency_key text not null unique
    constraint mails_key_length check (length(idempotency_key) between 1 and 200),
  template text not null,
  recipient text not null constraint mails_recipient_length check (length(recipient) between 3 and 320),
  -- As they will be sent: a template that changes meanwhile must not change what was decided.
  subject text not null,
  text_body text not null,
  html_body text not null,
  status mail_status not null default 'QUEUED',
  -- How often the mail server put it off.
  deferrals integer not null default 0,
  -- Committed before the first byte of the content leaves, and taken back when the server says that it has not taken it.
  -- Set on a queued mail whose worker died, it says that nobody knows.
  handover_id uuid,
  handed_over_at timestamptz,
  -- The same for every attempt, so that mailboxes can tell a repeat.
  message_id text unique,
  last_answer text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint mails_settled check ((status = 'QUEUED') = (settled_at is null))
);

create index mails_of_company on mails (company_id, created_at);

create type mail_bounce_kind as enum ('PERMANENT', 'TEMPORARY');
create type mail_bounce_source as enum ('ANSWER', 'REPORT');

-- What came back: the mail server's own refusal (ANSWER), or a report that arrived later (REPORT).
create table mail_bounces (
  id uuid primary key,
  mail_id uuid not null references mails (id) on delete cascade,
  kind mail_bounce_kind not null,
  source mail_bounce_source not null,
  -- The enhanced status code (RFC 3463), or the three digits where there is no other.
  status_code text not null,
  diagnostic text not null,
  recorded_at timestamptz not null default now(),
  -- Reports are delivered more than once.
  unique (mail_id, source, status_code)
);
