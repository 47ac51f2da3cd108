import { expect, test } from 'vitest'
import { readRepository } from './repository/read-repository.ts'
import { describeViolations, type Rule, type RuleOutcome } from './repository/rule.ts'

/** What every rule must show: this repository follows it, and the rule has inspected something. */
export function holdsInThisRepository(rule: Rule): void {
  let outcome: RuleOutcome | undefined
  const inspect = () => (outcome ??= rule(readRepository()))

  test('this repository keeps the rule', () => {
    expect(describeViolations(inspect())).toEqual([])
  })

  test('the rule finds something to inspect in this repository', () => {
    expect(inspect().inspected).toBeGreaterThan(0)
  })
}
