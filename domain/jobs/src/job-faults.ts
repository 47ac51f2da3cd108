import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    jobs:
      | 'jobs.changed'
      | 'jobs.closed'
      | 'jobs.expired'
      | 'jobs.external_id_taken'
      | 'jobs.metadata'
      | 'jobs.title'
      | 'jobs.too_many_corrections'
      | 'jobs.unknown'
      | 'jobs.unknown_requirement'
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
    input: 'title',
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

export function jobExpired(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'jobs.expired',
    publicMessage: 'The closing date of this job has passed. Change the job together with a later closesAt.',
    input: 'closesAt',
  })
}

export function jobChanged(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'jobs.changed',
    publicMessage: 'The job has changed since you read it. Read it again and repeat the change.',
  })
}

export function wrongMetadata(keysMax: number, lettersMax: number): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'jobs.metadata',
    publicMessage: `metadata is an object of at most ${keysMax} strings, numbers, booleans or nulls; keys and strings have at most ${lettersMax} characters.`,
    input: 'metadata',
  })
}

export function unknownRequirement(name: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'jobs.unknown_requirement',
    publicMessage: `The job has no requirement ${name}. Read the job again and use the ids or lines of its requirements.`,
    input: 'corrections',
  })
}

export function tooManyCorrections(max: number): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'jobs.too_many_corrections',
    publicMessage: `A job has at most ${max} corrected and added requirements. Reset some of them first.`,
    input: 'corrections',
  })
}
