-- How many talents of a sample have a term. A job's terms take their specificity from here when it is read, and keep it.
create table term_counts (
  term text primary key,
  talents integer not null constraint term_counts_positive check (talents > 0)
);

-- One row: of how many talents, and when.
create table term_count_sample (
  is_only boolean primary key default true constraint term_count_sample_one_row check (is_only),
  talents integer not null default 0,
  counted_at timestamptz not null default now()
);

insert into term_count_sample default values;
