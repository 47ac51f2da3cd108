// The cursor of a page of jobs. It is opaque to callers; a forged one can only select another position in the same
// company's list.
import { isUuid } from '@gatehouse/runtime/ids'

/**
 * Position in a list that is ordered by the time of the last change, oldest first: a job that changes while a caller
 * pages through moves to the end and is not missed.
 */
export type JobPosition = {
  /** Timestamp as Postgres prints it, to the microsecond. */
  updatedAt: string
  id: string
}

const shape = /^(?<updatedAt>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?) (?<id>\S+)$/

export function writeJobCursor({ updatedAt, id }: JobPosition): string {
  return Buffer.from(`${updatedAt} ${id}`).toString('base64url')
}

/** Returns undefined for a string that `writeJobCursor` cannot have produced. */
export function readJobCursor(cursor: string): JobPosition | undefined {
  const { updatedAt, id } = shape.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {}
  return updatedAt !== undefined && isTime(updatedAt) && isUuid(id) ? { updatedAt, id } : undefined
}

/**
 * Rejects what JavaScript accepts and Postgres does not: February 30, which `Date.parse` moves into March, and the year
 * 0.
 */
function isTime(updatedAt: string): boolean {
  const [seconds = ''] = updatedAt.replace(' ', 'T').split('.')
  const readMs = Date.parse(`${seconds}Z`)
  return (
    !seconds.startsWith('0000') && !Number.isNaN(readMs) && new Date(readMs).toISOString().startsWith(seconds)
  )
}
