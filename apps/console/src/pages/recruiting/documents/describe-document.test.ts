import { expect, test } from 'vitest'
import { describeDocument } from './describe-document.ts'

const stored = { status: 'STORED', kind: 'CV', refusal: null, cancelledTaskId: null } as const
const waiting = { kind: 'read-document', state: 'WAITING', lastError: null, nextTryAt: null } as const

test.each([
  [stored, undefined, 'Waiting to be read', true],
  [stored, waiting, 'Waiting to be read', true],
  [stored, { ...waiting, state: 'RUNNING' as const }, 'Being read', true],
  [stored, { ...waiting, lastError: 'The model does not answer.' }, 'Trying again', true],
  [stored, { ...waiting, state: 'FAILED' as const }, 'Could not be read', false],
  [{ ...stored, cancelledTaskId: 'x' }, undefined, 'Cancelled', false],
  [{ ...stored, status: 'READ' as const }, { ...waiting, kind: 'parse-cv' }, 'Read, profile pending', true],
  [{ ...stored, status: 'READ' as const }, waiting, 'Read', false],
  [{ ...stored, status: 'READ' as const }, undefined, 'Read', false],
  [{ ...stored, status: 'READ' as const, kind: 'OTHER' as const }, waiting, 'Read', false],
  [{ ...stored, status: 'PARSED' as const }, undefined, 'Profile complete', false],
  [{ ...stored, status: 'REFUSED' as const }, undefined, 'Refused', false],
])('%o with the task %o is described as %s', (document, task, word, isPending) => {
  expect(describeDocument(document, task)).toMatchObject({ word, isPending })
})
