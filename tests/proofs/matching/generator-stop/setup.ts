// The proof's data: companies with talents and jobs, and a journal, independent of the generator's code, that records
// each time a subject leaves the queue and with which batch.
import { saveJobs } from '@gatehouse/jobs/save-jobs'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { saveTalents } from '@gatehouse/talents/save-talents'
import { makeJob, makeTalent } from '../match-scale/synthetic-people.ts'

const ids = createIds(createSystemClock())

export async function keepJournal(postgres: Postgres): Promise<void> {
  await postgres.query('create table journal (subject_id uuid not null, batch_id uuid)')
  await postgres.query(`
    create function note_in_journal() returns trigger language plpgsql as $$
    begin
      insert into journal (subject_id, batch_id) values (old.subject_id, old.batch_id);
      return old;
    end $$`)
  await postgres.query(
    'create trigger note_in_journal after delete on match_queue for each row execute function note_in_journal()',
  )
}

export type Amount = { companies: number; talents: number; jobs: number }

/** Returns the number of subjects added. */
export async function addSubjects(postgres: Postgres, { companies, talents, jobs }: Amount): Promise<number> {
  for (let company = 0; company < companies; company += 1) {
    const companyId = ids.uuid()
    await postgres.query('insert into companies (id, name) values ($1, $2)', [
      companyId,
      `Company ${companyId}`,
    ])
    await postgres.transaction(async (tx) => {
      await saveTalents(
        tx,
        Array.from({ length: talents }, (_, index) => ({
          companyId,
          id: ids.uuid(),
          name: null,
          sourceText: '',
          facts: makeTalent(index),
        })),
      )
      await saveJobs(
        tx,
        Array.from({ length: jobs }, (_, index) => ({
          companyId,
          id: ids.uuid(),
          title: `Job ${index}`,
          status: 'ACTIVE' as const,
          descriptionText: '',
          facts: makeJob(index),
        })),
      )
    })
  }
  return companies * (talents + jobs)
}

/** Describes every inconsistency between the queue, the journal, the batches and the matches after all work is done. */
export async function findFaults(postgres: Postgres, subjects: number): Promise<string[]> {
  const { rows } = await postgres.query<Record<string, number>>(`
    select (select count(*) from match_queue)::int as waiting,
           (select count(*) from journal)::int as done,
           (select count(distinct subject_id) from journal)::int as distinct_done,
           (select count(*) from journal j left join match_batches b on b.id = j.batch_id
             where b.finished_at is null or b.given_up_at is not null)::int as done_by_nobody,
           (select coalesce(sum(subjects), 0) from match_batches where finished_at is not null)::int as in_finished,
           (select count(*) from match_batches)::int as batches,
           (select coalesce(max(number), 0) from match_batches)::int as last_number,
           (select last_batch from match_generator)::int as last_batch,
           (select count(*) from match_batches where finished_at is null and given_up_at is null)::int as in_hand,
           (select count(*) from match_batches where finished_at is not null and given_up_at is not null)::int as both,
           (select count(*) from jobs j where not exists (select from matches m where m.job_id = j.id))::int as unmatched`)
  const found = rows[0] ?? {}
  const expected: Record<string, number> = {
    waiting: 0,
    done: subjects,
    distinct_done: subjects,
    done_by_nobody: 0,
    in_finished: subjects,
    last_number: found['batches'] ?? Number.NaN,
    last_batch: found['batches'] ?? Number.NaN,
    in_hand: 0,
    both: 0,
    unmatched: 0,
  }
  return Object.entries(expected)
    .filter(([name, value]) => found[name] !== value)
    .map(([name, value]) => `${name} is ${found[name]} instead of ${value}`)
}
