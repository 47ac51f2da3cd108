import { expect, test } from 'vitest'
import { findMissingChecks, judgeScenario } from './judge-scenario.ts'

const named = { 'tools-list': { 'tools-list': 1, 'wire-schema-valid': 2 } }
const success = (id: string) => ({ id, status: 'SUCCESS' })
const whole = ['tools-list', 'wire-schema-valid', 'wire-schema-valid'].map(success)

function missing(...scenarios: { name: string; checks: { id: string; status: string }[] }[]) {
  return findMissingChecks(scenarios.map(judgeScenario), named)
}

test('a run with all named checks misses none', () => {
  expect(missing({ name: 'tools-list', checks: whole })).toEqual([])
})

test('a scenario that the suite no longer runs is missed, whatever others it runs', () => {
  expect(missing({ name: 'another', checks: whole })).toEqual([
    'tools-list: tools-list passed 0 of 1 times',
    'tools-list: wire-schema-valid passed 0 of 2 times',
  ])
})

test.each([
  ['is made once instead of twice', whole.slice(0, 2)],
  ['is skipped', [...whole.slice(0, 2), { id: 'wire-schema-valid', status: 'SKIPPED' }]],
  ['fails', [...whole.slice(0, 2), { id: 'wire-schema-valid', status: 'FAILURE' }]],
])('a check that %s is missed', (_what, checks) => {
  expect(missing({ name: 'tools-list', checks })).toEqual([
    'tools-list: wire-schema-valid passed 1 of 2 times',
  ])
})
