// Moves a closed partition of calls to the object store. The order of the steps makes it safe to kill the run at any
// moment: a call leaves Postgres only after the object that has it is durable, was read back and compared, and is
// recorded. A later run continues with the first step that is not recorded.
import type { ObjectKey } from '@gatehouse/objects/object-store'
import type { Clock } from '@gatehouse/runtime/clock'
import { archiveDiffers } from './archive-faults.ts'
import { type ArchiveDeps, archiveObject, readObject } from './archive-object.ts'
import { type ArchivedObject, beginRecord, forgetRecord, listObjects } from './postgres/archive-records.ts'
import type { ClosedPartition } from './postgres/list-closed-partitions.ts'
import { detachArchived, dropDetached } from './postgres/leave-postgres.ts'

export type ArchiveOptions = {
  /** Calls in an object. A receipt reads one whole object. */
  rowsPerObject?: number
  /** Throws to end the run between two steps. */
  onStep?: (step: ArchiveStep) => void
}

export type ArchiveStep =
  | { kind: 'object'; object: ArchivedObject }
  | { kind: 'repeat'; difference: string }
  | { kind: 'detached' | 'dropped' }

// About 8 MB of Parquet.
const rowsPerObjectDefault = 250_000
const zeroId = '00000000-0000-0000-0000-000000000000'

export async function archivePartition(
  deps: ArchiveDeps & { clock: Clock },
  partition: ClosedPartition,
  { rowsPerObject = rowsPerObjectDefault, onStep = () => undefined }: ArchiveOptions = {},
): Promise<void> {
  const { name } = partition
  if (!partition.isArchived) {
    const difference = await copyAndDetach(deps, partition, { rowsPerObject, onStep })
    if (difference !== undefined) {
      // A call was added after its range had been copied, by a process with a wrong clock. Copy everything again.
      onStep({ kind: 'repeat', difference })
      await forgetObjects(deps, name)
      const again = await copyAndDetach(deps, partition, { rowsPerObject, onStep })
      if (again !== undefined) throw archiveDiffers(name, again)
    }
    onStep({ kind: 'detached' })
  }
  for (const object of await listObjects(deps.postgres, name)) await readObject(deps.objects, object)
  await dropDetached(deps.postgres, name)
  onStep({ kind: 'dropped' })
}

async function copyAndDetach(
  deps: ArchiveDeps & { clock: Clock },
  { name, firstDay, endDay, isAttached }: ClosedPartition,
  { rowsPerObject, onStep }: Required<ArchiveOptions>,
): Promise<string | undefined> {
  await beginRecord(deps.postgres, { name, firstDay, endDay })
  const last = (await listObjects(deps.postgres, name)).at(-1)
  let afterId = last?.throughId ?? zeroId
  for (let number = (last?.number ?? 0) + 1; ; number += 1) {
    const object = await archiveObject(deps, name, { number, afterId, rowsMax: rowsPerObject })
    if (!object) break
    onStep({ kind: 'object', object })
    afterId = object.throughId
  }
  return detachArchived(deps, { name, isAttached })
}

/** The record goes first: an object without a record is harmless, a record without its object is not. */
async function forgetObjects({ postgres, objects }: ArchiveDeps, name: string): Promise<void> {
  const keys = (await listObjects(postgres, name)).map(({ key }) => key as ObjectKey)
  await forgetRecord(postgres, name)
  for (const key of keys) await objects.delete(key)
}
