import { expect, test } from 'vitest'
import { type ProofRecord, findRecorded, readCode, readConditions } from './proof-records.ts'

const run = { verdict: 'passed', figure: '', date: '2026-11-15T00:00:00Z', load: 0, cores: 2 } as const
const record = (own: Pick<ProofRecord, 'proof' | 'form' | 'code'>): ProofRecord => ({
  ...run,
  commit: '0123456789',
  ...own,
})

test('a run names its commit and the content of the code', () => {
  expect(readConditions(true)).toMatchObject({ form: 'short', code: readCode() })
  expect(readConditions(false).commit).toMatch(/^[0-9a-f]{10}$/)
  expect(readCode()).toMatch(/^[0-9a-f]{10}$/)
})

test('a proof is recorded if its long form ran on the same code', () => {
  const recorded = findRecorded('aaaaaaaaaa', [
    record({ proof: 'same', form: 'long', code: 'aaaaaaaaaa' }),
    record({ proof: 'short', form: 'short', code: 'aaaaaaaaaa' }),
    record({ proof: 'other', form: 'long', code: 'bbbbbbbbbb' }),
    record({ proof: 'early', form: 'long', code: undefined }),
  ])
  expect(recorded).toEqual(new Set(['same']))
})
