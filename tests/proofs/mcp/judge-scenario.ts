// Decides which scenarios of the suite apply to a server that has only tools and no sessions. In a scenario that does
// not apply, each of our messages must still be valid by the protocol's schema.
import type { Check, Scenario } from './run-suite.ts'

export type Judged = {
  name: string
  /** Why the scenario does not apply; null if it does. */
  excuse: string | null
  passed: number
  /** How often each check passed. */
  passedChecks: ReadonlyMap<string, number>
  failures: readonly string[]
  /** Checks that the suite itself rates as a warning: what the protocol recommends and does not require. */
  warnings: readonly string[]
}

const askingBack = 'tools never send requests to the client'
const noLogs = 'logs are not sent to clients'

const excuses: readonly (readonly [RegExp, string])[] = [
  [/^prompts-/, 'there are no prompts'],
  [/^resources-/, 'there are no resources'],
  [/^completion-complete$/, 'there are no prompts or resources to complete'],
  [/^logging-set-level$|^tools-call-with-logging$/, noLogs],
  [/^elicitation-|^tools-call-elicitation$|^tools-call-sampling$|^input-required-/, askingBack],
  [/^tasks-/, 'the tasks extension is not declared'],
  [/^http-custom-header-server-validation$/, 'no tool takes arguments from headers'],
]

/** Checks in applicable scenarios that need a feature we do not declare. */
export const excusedChecks: Readonly<Record<string, string>> = {
  'sep-2575-server-rejects-undeclared-capability': askingBack,
  'sep-2575-missing-capability-http-400': askingBack,
  'sep-2549-prompts-list-caching-hints': 'there are no prompts',
  'sep-2549-resources-list-caching-hints': 'there are no resources',
  'sep-2549-resources-templates-list-caching-hints': 'there are no resources',
}

export function judgeScenario({ name, checks }: Scenario): Judged {
  const known = excuses.find(([pattern]) => pattern.test(name))?.[1] ?? null
  const counted = checks.filter(({ id }) =>
    known === null ? !(id in excusedChecks) : id === 'wire-schema-valid',
  )
  const successes = counted.filter(({ status }) => status === 'SUCCESS')
  const passed = successes.length
  const passedChecks = new Map(
    Map.groupBy(successes, ({ id }) => id)
      .entries()
      .map(([id, list]) => [id, list.length]),
  )
  const failures = counted.filter(({ status }) => status === 'FAILURE').map((check) => describe(name, check))
  const warnings = counted.filter(({ status }) => status === 'WARNING').map((check) => describe(name, check))
  const isEmpty = passed === 0 && failures.length === 0 && warnings.length === 0
  const excuse = known ?? (isEmpty ? 'without sessions nothing is checked' : null)
  return { name, excuse, passed, passedChecks, failures, warnings }
}

/** Checks of applicable scenarios that must have passed, and were not made or not as often. */
export function findMissingChecks(
  judged: readonly Pick<Judged, 'name' | 'excuse' | 'passedChecks'>[],
  named: Readonly<Record<string, Readonly<Record<string, number>>>>,
): string[] {
  const made = new Map(
    judged.filter(({ excuse }) => excuse === null).map((one) => [one.name, one.passedChecks]),
  )
  return Object.entries(named).flatMap(([scenario, checks]) =>
    Object.entries(checks).flatMap(([id, count]) => {
      const passed = made.get(scenario)?.get(id) ?? 0
      return passed >= count ? [] : [`${scenario}: ${id} passed ${passed} of ${count} times`]
    }),
  )
}

function describe(scenario: string, { id, errorMessage }: Check): string {
  return `${scenario}: ${id}: ${errorMessage ?? 'failed'}`
}
