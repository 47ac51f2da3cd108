-- How often a login may be tried, per account and per address. Here and not in Redis, which may be lost: whoever guesses
-- passwords must not gain by an outage. One row is a leaky bucket: full_until is when it will have run dry, and an attempt
-- that would push it further ahead than the bucket is deep is refused.
create table login_limits (
  -- The kind and a SHA-256, so that the table lists neither addresses nor people who do not exist.
  subject text primary key,
  full_until timestamptz not null
);

-- Rows whose bucket has run dry say nothing any more and are removed in passing.
create index login_limits_full_until_idx on login_limits (full_until);
