import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    jobs: 'jobs.changed' | 'jobs.closed' | 'jobs.external_id_taken' | 'jobs.title' | 'jobs.unknown'
  }
}

export function unknownJob(): Fault {
  return new Fault({ kind: 'not_found', code: 'jobs.unknown', publicMessage: 'The company has no such job.' })
}

export function wrongTitle(cause: unknown): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'jobs.title',
    publicMessage: 'A job has a title of at most 300 characters.',
    cause,
  })
}

export function externalIdTaken(cause: unknown): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'jobs.external_id_taken',
    publicMessage: 'Another job of the company has this externalId. Change that one, or choose another id.',
    cause,
  })
}

export function jobClosed(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'jobs.closed',
    publicMessage: 'A closed job cannot be changed. Create a new one.',
  })
}

export function jobChanged(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'jobs.changed',
    publicMessage: 'The job has changed since you read it. Read it again and repeat the change.',
  })
}
