// Archives the next calls of a partition as one object: export, write, store, read back, compare, record. Until the
// record is written nothing depends on the object, so a run that was killed repeats the object.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ObjectStore, objectKey } from '@gatehouse/objects/object-store'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { archiveDiffers, objectLost } from './archive-faults.ts'
import { type DaySums, findDifference } from './day-sums.ts'
import { withDuckDb } from './duckdb/open-duckdb.ts'
import { readDaySums, writeParquet } from './duckdb/parquet.ts'
import { type ArchivedObject, recordObject } from './postgres/archive-records.ts'
import { exportCalls, readRangeSums } from './postgres/export-calls.ts'

export type ArchiveDeps = { postgres: Postgres; objects: ObjectStore }

export type NextObject = { number: number; afterId: string; rowsMax: number }

/** Resolves to undefined if the partition has no more calls. */
export async function archiveObject(
  deps: ArchiveDeps,
  partition: string,
  { number, afterId, rowsMax }: NextObject,
): Promise<ArchivedObject | undefined> {
  return inDirectory(async (directory) => {
    const csvPath = join(directory, 'calls.csv')
    const throughId = await exportCalls(deps.postgres, partition, { afterId, rowsMax, csvPath })
    if (throughId === undefined) return undefined
    const parquetPath = join(directory, 'calls.parquet')
    await withDuckDb(directory, (duckDb) => writeParquet(duckDb, csvPath, parquetPath))
    const bytes = await readFile(parquetPath)
    const sha256 = hashOf(bytes)
    // The hash makes the key unique to its content: a repeated run may export calls that the first one did not see.
    const key = objectKey(
      'calls',
      partition.slice('calls_'.length),
      `${String(number).padStart(6, '0')}-${sha256.slice(0, 16)}`,
    )
    await deps.objects.put(key, bytes)
    const object = { number, key, sha256, bytes: bytes.length, afterId, throughId }
    const sums = await readBack(deps.objects, object)
    const difference = findDifference(await readRangeSums(deps.postgres, partition, object), sums)
    if (difference !== undefined) {
      await deps.objects.delete(key)
      throw archiveDiffers(partition, difference)
    }
    await recordObject(deps.postgres, partition, { object, sums })
    return object
  })
}

/** The sums of what the store returns, not of what was sent to it. */
async function readBack(objects: ObjectStore, object: ArchivedObject): Promise<DaySums[]> {
  const bytes = await readObject(objects, object)
  return withParquetFile(bytes, (path, directory) =>
    withDuckDb(directory, (duckDb) => readDaySums(duckDb, path)),
  )
}

/** Throws if the object is missing or its bytes have changed. */
export async function readObject(
  objects: ObjectStore,
  { key, sha256 }: Pick<ArchivedObject, 'key' | 'sha256'>,
): Promise<Buffer> {
  const bytes = await objects.get(objectKey(key))
  if (!bytes || hashOf(bytes) !== sha256) throw objectLost(key)
  return bytes
}

export async function withParquetFile<T>(
  bytes: Uint8Array,
  work: (path: string, directory: string) => Promise<T>,
): Promise<T> {
  return inDirectory(async (directory) => {
    const path = join(directory, 'calls.parquet')
    await writeFile(path, bytes, { mode: 0o600 })
    return work(path, directory)
  })
}

async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-archive-'))
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
