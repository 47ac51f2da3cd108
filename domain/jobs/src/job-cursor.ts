// Where a list of jobs goes on. Whoever keeps one sees nothing in it; a made-up one leads nowhere else than to another
// place in the same company's list.

/** Jobs go by the time of their last change, oldest first: a job that changes meanwhile moves to the end and is not missed. */
export type JobPosition = {
  /** As Postgres writes it, to the microsecond. */
  updatedAt: string
  id: string
}

const shape =
  /^(?<updatedAt>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?) (?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writeJobCursor({ updatedAt, id }: JobPosition): string {
  return Buffer.from(`${updatedAt} ${id}`).toString('base64url')
}

/** Undefined if it is none of ours. */
export function readJobCursor(cursor: string): JobPosition | undefined {
  const { updatedAt, id } = shape.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {}
  return updatedAt === undefined || id === undefined || !isTime(updatedAt) ? undefined : { updatedAt, id }
}

/** February 30 is read as a day in March, which Postgres does not do; nor does it know a year 0. */
function isTime(updatedAt: string): boolean {
  const [seconds = ''] = updatedAt.replace(' ', 'T').split('.')
  const readMs = Date.parse(`${seconds}Z`)
  return (
    !seconds.startsWith('0000') && !Number.isNaN(readMs) && new Date(readMs).toISOString().startsWith(seconds)
  )
}
