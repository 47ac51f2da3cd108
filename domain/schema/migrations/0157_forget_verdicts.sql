-- Deletes the verdicts on a talent with everything else that matching stores about them.
create or replace function forget_talents() returns trigger language plpgsql as $$
begin
  delete from talent_postings p
   using talent_index i join former f using (company_id, talent_id), unnest(i.keys, i.impacts) as k (key, impact)
   where p.company_id = i.company_id and p.key = k.key and p.impact = k.impact and p.talent_id = i.talent_id;
  delete from talent_index i using former f where i.company_id = f.company_id and i.talent_id = f.talent_id;
  delete from matches m using former f where m.company_id = f.company_id and m.talent_id = f.talent_id;
  delete from match_queue q using former f
   where q.subject = 'TALENT' and q.company_id = f.company_id and q.subject_id = f.talent_id;
  delete from match_score_log l using former f where l.company_id = f.company_id and l.talent_id = f.talent_id;
  delete from judge_verdicts v using former f where v.company_id = f.company_id and v.talent_id = f.talent_id;
  return null;
end $$;
