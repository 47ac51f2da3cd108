-- When a retry first got the stored answer. The charge of such a call stands, even if the process of the first call has
-- given it up meanwhile and is about to return it.
alter table stored_answers add column replayed_at timestamptz;
