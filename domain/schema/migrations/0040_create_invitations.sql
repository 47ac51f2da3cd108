-- Somebody is asked to join a company. The link they get is as good as a key to it, so only its hash is kept, it ends after
-- a week, and it is good for one use.
create table invitations (
  id uuid primary key,
  company_id uuid not null references companies (id),
  email text not null constraint invitations_email_shape check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  role membership_role not null,
  -- SHA-256, as of refresh tokens and for the same reason.
  token_hash bytea not null constraint invitations_token_hash_key unique
    constraint invitations_token_hash_length check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text constraint invitations_end_reason_known check (end_reason in ('ACCEPTED', 'REVOKED', 'REPLACED')),
  constraint invitations_end_has_reason check ((ended_at is null) = (end_reason is null))
);

create unique index invitations_one_open_idx on invitations (company_id, lower(email)) where ended_at is null;
