-- Links that are mailed to users. A link gives access to the account, so only its hash is stored (SHA-256, which is
-- enough for the same reason as for refresh tokens), and it works once.

-- Several resets may be open: if a new request ended the earlier ones, a stranger who keeps requesting resets could make
-- every link useless before its owner has read the mail.
create table password_resets (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null constraint password_resets_token_hash_key unique
    constraint password_resets_token_hash_length check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);

create index password_resets_user_id_idx on password_resets (user_id);

-- A new address takes effect when both addresses have confirmed it: the old one shows that the owner wants it, the new
-- one that it can be reached.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  new_email text not null
    constraint email_changes_email_shape check (new_email ~ '^[^@\s]+@[^@\s]+$' and length(new_email) <= 254),
  old_token_hash bytea not null constraint email_changes_old_token_hash_key unique
    constraint email_changes_old_token_hash_length check (octet_length(old_token_hash) = 32),
  new_token_hash bytea not null constraint email_changes_new_token_hash_key unique
    constraint email_changes_new_token_hash_length check (octet_length(new_token_hash) = 32),
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);

create unique index email_changes_one_open_idx on email_changes (user_id) where ended_at is null;
