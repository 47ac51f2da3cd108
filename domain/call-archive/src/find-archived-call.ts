// Finds one archived call. Its object is read as a whole, which takes a moment and memory, so calls are looked up one
// after the other, and only for a company that has calls in the partition.
import type { ObjectStore } from '@gatehouse/objects/object-store'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { archiveBusy } from './archive-faults.ts'
import { readObject, withParquetFile } from './archive-object.ts'
import { withDuckDb } from './duckdb/open-duckdb.ts'
import { type ArchivedRow, readRow } from './duckdb/parquet.ts'

export type ArchiveQuestion = { callId: string; companyId: string }

/** Resolves to undefined if the company has no such call in the archive. */
export type FindArchivedCall = (question: ArchiveQuestion) => Promise<ArchivedRow | undefined>

const waitingMax = 8

export function createFindArchivedCall(deps: {
  shards: Shards<Queryable>
  objects: ObjectStore
}): FindArchivedCall {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (question) => {
    const object = await locate(deps.shards.of(question.companyId), question)
    if (!object) return undefined
    if (waiting >= waitingMax) throw archiveBusy()
    waiting += 1
    const turn = last.then(() => read(deps.objects, object, question))
    last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      waiting -= 1
    }
  }
}

type Located = { key: string; sha256: string }

async function locate(
  postgres: Queryable,
  { callId, companyId }: ArchiveQuestion,
): Promise<Located | undefined> {
  const { rows } = await postgres.query<Located>({
    name: 'locate-archived-call',
    text: `
      select o.object_key as key, o.sha256
        from (select * from archived_call_objects where through_id >= $1 order by through_id limit 1) o
        join archived_call_partitions p on p.name = o.partition_name and p.detached_at is not null
       where o.after_id < $1
         and exists (select from archived_call_days d where d.partition_name = p.name and d.company_id = $2)`,
    values: [callId, companyId],
  })
  return rows[0]
}

async function read(
  objects: ObjectStore,
  object: Located,
  question: ArchiveQuestion,
): Promise<ArchivedRow | undefined> {
  const bytes = await readObject(objects, object)
  return withParquetFile(bytes, (path, directory) =>
    withDuckDb(directory, (duckDb) => readRow(duckDb, path, question)),
  )
}
