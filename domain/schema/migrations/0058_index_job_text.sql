-- Callers of /jobs look for words. Each begins a word of the title or the text; the dictionary is the simple one, because
-- jobs come in many languages.
create index jobs_text_idx on jobs using gin (to_tsvector('simple', title || ' ' || description_text))
  where status = 'ACTIVE';
