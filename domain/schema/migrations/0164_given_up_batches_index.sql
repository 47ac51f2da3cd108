-- Finds the batches that were given up in the last minutes, for the generator's metrics, and those that are to be deleted.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists match_batches_given_up_idx on match_batches (given_up_at)
  where given_up_at is not null;
