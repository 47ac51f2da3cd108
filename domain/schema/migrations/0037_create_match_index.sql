-- The inverted index of matching: for each key (a term) the talents who show it, the strongest first, so that the best few
-- hundred are read in the time of an index look-up, however many talents there are. The same for jobs, the other way round.
-- GIN was rejected: it cannot order by strength, so its cost grows with the number of talents that have a common term.
create table talent_postings (
  company_id uuid not null,
  key text not null,
  -- The strength of the term, then how much is known of the talent: what to prefer among equals.
  impact integer not null,
  talent_id uuid not null,
  primary key (company_id, key, impact, talent_id)
);

-- Which postings a talent has, so that they are found again without a second index on the largest table.
create table talent_index (
  company_id uuid not null,
  talent_id uuid not null,
  facts_hash bytea not null,
  keys text[] not null,
  impacts integer[] not null,
  primary key (company_id, talent_id)
);

create table job_postings (
  company_id uuid not null,
  key text not null,
  impact integer not null,
  job_id uuid not null,
  primary key (company_id, key, impact, job_id)
);

create table job_index (
  company_id uuid not null,
  job_id uuid not null,
  facts_hash bytea not null,
  keys text[] not null,
  impacts integer[] not null,
  -- The points of the last match that is kept: a talent below it need not be stored. Null while there is room.
  last_kept_points integer,
  primary key (company_id, job_id)
);
