-- Users are people. Their rights within a company come from a membership; their rights on the platform from
-- is_super_admin, which is read from here on every request and never from a token.
create table users (
  id uuid primary key,
  email text not null constraint users_email_shape check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  -- argon2id hash; null for a user who has not chosen a password yet and so cannot log in.
  password_hash text,
  is_super_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A device that has logged in before has its own allowance of attempts, so that strangers who guess passwords cannot
  -- lock the owner out. The device is recognised by a signed cookie that contains this number. A new password
  -- increments the number, which invalidates all cookies of the account.
  device_generation integer not null default 1
);

-- Addresses that differ only in upper and lower case belong to one person.
create unique index users_email_key on users (lower(email));

-- A membership is the role of one user in one company.
create type membership_role as enum ('ADMIN', 'MEMBER');

create table memberships (
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  role membership_role not null,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);

create index memberships_user_id_idx on memberships (user_id);

-- Invitations to join a company. The link gives access to the company, so only its hash is stored, and it expires after
-- a week or its first use.
create table invitations (
  id uuid primary key,
  company_id uuid not null references companies (id),
  email text not null constraint invitations_email_shape check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  role membership_role not null,
  -- SHA-256, which is enough for the same reason as for refresh tokens.
  token_hash bytea not null constraint invitations_token_hash_key unique
    constraint invitations_token_hash_length check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text constraint invitations_end_reason_known check (end_reason in ('ACCEPTED', 'REVOKED', 'REPLACED')),
  -- Null if an operator made the invitation. When an inviter leaves the company or stops being an admin, their open
  -- invitations end, so that they cannot use one of them to return.
  invited_by uuid references users (id),
  constraint invitations_end_has_reason check ((ended_at is null) = (end_reason is null))
);

create unique index invitations_one_open_idx on invitations (company_id, lower(email)) where ended_at is null;

-- A session is one login on one device, continued by a chain of single-use refresh tokens. A token that is presented
-- twice was copied: it ends the session with all its tokens, because the thief and the owner cannot be told apart.
create table login_sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  -- The session ends at this time regardless of how often it is refreshed.
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text constraint login_sessions_end_reason_known check (
    end_reason in ('LOGOUT', 'PASSWORD', 'REUSE')),
  constraint login_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);

create index login_sessions_user_id_idx on login_sessions (user_id);
create index login_sessions_expires_at_idx on login_sessions (expires_at);

create table refresh_tokens (
  -- SHA-256. A slow hash would add no protection, because the tokens have 256 random bits.
  token_hash bytea primary key constraint refresh_tokens_token_hash_length check (octet_length(token_hash) = 32),
  session_id uuid not null references login_sessions (id) on delete cascade,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Used tokens are kept to detect copies.
  used_at timestamptz
);

create index refresh_tokens_session_id_idx on refresh_tokens (session_id);

-- Limits login attempts per account and per address. Stored here and not in Redis, which may lose data, so that an
-- outage does not help anyone guess passwords. Each row is a leaky bucket: at full_until the bucket has drained
-- completely, and an attempt that would move that time further ahead than the bucket's depth is refused.
create table login_limits (
  -- The kind and a SHA-256, so that the table contains neither addresses nor the names of people who have no account.
  subject text primary key,
  full_until timestamptz not null
);

-- Whenever a bucket is cleared, a few empty ones are deleted too; this index finds them.
create index login_limits_full_until_idx on login_limits (full_until);
