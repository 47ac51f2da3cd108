-- Every mail to be sent, written in the transaction that causes it. One per idempotency key, permanently: the row
-- outlives the task that sends it, so that a cause that is repeated a year later sends no second mail.
create type mail_status as enum ('QUEUED', 'SENT', 'REJECTED', 'FAILED', 'UNKNOWN');

create table mails (
  id uuid primary key,
  -- Null for a mail of the platform itself.
  company_id uuid references companies (id),
  idempotency_key text not null unique
    constraint mails_key_length check (length(idempotency_key) between 1 and 200),
  template text not null,
  recipient text not null constraint mails_recipient_length check (length(recipient) between 3 and 320),
  -- The final content: a later change of the template must not change it.
  subject text not null,
  text_body text not null,
  html_body text not null,
  status mail_status not null default 'QUEUED',
  -- How often the mail server deferred it.
  deferrals integer not null default 0,
  -- Set and committed before the first byte of the content is sent, and cleared when the server reports that it has not
  -- accepted the mail. If it is set on a queued mail whose worker died, the outcome is unknown.
  handover_id uuid,
  handed_over_at timestamptz,
  -- The same for every attempt, so that mailboxes can recognise a repeat.
  message_id text unique,
  last_answer text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- AES-256-GCM of both bodies, whose plain columns are then empty. A mail may contain a link that is as good as a
  -- password, such as an invitation's: it is stored encrypted under a secret that is not in the database, and no mail
  -- keeps its bodies once its outcome is settled, so that a dump, a replica or a backup gives no access to a company.
  sealed_body bytea,
  -- The id of the secret in MAIL_SECRETS that decrypts it.
  sealed_by text,
  constraint mails_sealed_by_secret check ((sealed_body is null) = (sealed_by is null)),
  constraint mails_settled check ((status = 'QUEUED') = (settled_at is null))
);

create index mails_of_company on mails (company_id, created_at);

create type mail_bounce_kind as enum ('PERMANENT', 'TEMPORARY');
create type mail_bounce_source as enum ('ANSWER', 'REPORT');

-- Bounces: the mail server's own refusal (ANSWER), or a report that arrived later (REPORT).
create table mail_bounces (
  id uuid primary key,
  mail_id uuid not null references mails (id) on delete cascade,
  kind mail_bounce_kind not null,
  source mail_bounce_source not null,
  -- The enhanced status code (RFC 3463), or the three-digit code if there is no other.
  status_code text not null,
  diagnostic text not null,
  recorded_at timestamptz not null default now(),
  -- Reports may be delivered more than once.
  unique (mail_id, source, status_code)
);
