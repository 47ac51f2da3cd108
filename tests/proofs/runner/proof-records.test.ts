import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type ProofRecord, findRecorded, readConditions } from './proof-records.ts'

const head = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim()
const run = { verdict: 'passed', figure: '', date: '2026-11-15T00:00:00Z', load: 0, cores: 2 } as const
const record = (own: Pick<ProofRecord, 'proof' | 'form' | 'commit'>): ProofRecord => ({ ...run, ...own })

test('a run names its commit, and whether the code has changes that are in no commit', () => {
  expect(readConditions(true)).toMatchObject({ form: 'short' })
  expect(readConditions(false).commit).toMatch(new RegExp(`^${head}(-dirty)?$`))
})

test('a proof is recorded if its long form ran on the same code', () => {
  const recorded = findRecorded([
    record({ proof: 'same', form: 'long', commit: head }),
    record({ proof: 'short', form: 'short', commit: head }),
    record({ proof: 'dirty', form: 'long', commit: `${head}-dirty` }),
    record({ proof: 'unknown', form: 'long', commit: '0000000000' }),
  ])
  const isDirty = readConditions(false).commit.endsWith('-dirty')
  expect(recorded).toEqual(new Set(isDirty ? [] : ['same']))
})
