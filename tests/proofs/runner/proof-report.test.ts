import { expect, test } from 'vitest'
import { type Proof, judged } from '../proof.ts'
import { listProofs } from './list-proofs.ts'
import { type ProofRecord, readRecords } from './proof-records.ts'
import { composeReport, readReport } from './proof-report.ts'

const proof: Proof = {
  name: 'example',
  tier: 'push',
  claim: 'it holds',
  bar: '0 faults',
  run: async () => judged({ figure: '0 faults', isPassed: true }),
}
const record: ProofRecord = {
  proof: 'example',
  verdict: 'failed',
  figure: '3 faults',
  form: 'long',
  commit: '0123456789',
  date: '2026-01-02T03:04:05.000Z',
  load: 0.4,
  cores: 2,
}

test('docs/proofs.md is what pnpm prove --report writes', async () => {
  expect(readReport()).toBe(composeReport(await listProofs(), readRecords()))
})

test('every record names a proof that exists', async () => {
  const names = (await listProofs()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(readRecords().map(({ proof: name }) => name)))
})

test('a proof that was never recorded is reported as never', () => {
  const report = composeReport([proof], [{ ...record, proof: 'other' }])
  expect(report).toContain('| [example](#example) | push | never |')
  expect(report).toContain('- Last result: never')
})

test('a repeated run on the same code does not hide that an earlier one failed', () => {
  const own = { ...record, code: 'aaaaaaaaaa', bar: '≤ 3 faults' }
  const passed: ProofRecord = { ...own, verdict: 'passed', figure: '0 faults' }
  const report = composeReport([proof], [{ ...own, code: 'bbbbbbbbbb' }, own, passed])
  expect(report).toContain('| passed, 1 of 2 passed | long | 2026-01-02 | `aaaaaaaaaa` |')
  expect(report).toContain('- Bar: 0 faults\n- Bar of the last result: ≤ 3 faults\n- Last result: 0 faults')
})

test('a later short run does not hide the result of the long form', () => {
  const short: ProofRecord = { ...record, form: 'short', verdict: 'passed', figure: '0 faults' }
  const report = composeReport([proof], [record, short])
  expect(report).toContain(
    '| [example](#example) | push | failed | long | 2026-01-02 | `0123456789` | 0.4 / 2 |',
  )
  expect(report).toContain('- Last result: 3 faults (failed)')
})
