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
  if (updatedAt === undefined || id === undefined || Number.isNaN(Date.parse(`${updatedAt}Z`)))
    return undefined
  return { updatedAt, id }
}
