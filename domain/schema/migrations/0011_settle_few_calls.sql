-- Ends a settlement statement with an error, so that nothing of it stays. For the statement that settles a few calls
-- without a function around it: it needs a way to refuse from within.
create function refuse_batch(code text) returns text language plpgsql as $$
begin
  raise exception 'the batch was refused' using errcode = code;
end
$$;
