import { type Repository, repositoryOf } from './repository.ts'

/** The message says what to do instead, so that the reader need not look the rule up. */
export type Violation = { path: string; line?: number | undefined; message: string }

/** `inspected` counts what the rule examined: a rule that examines nothing passes for the wrong reason. */
export type RuleOutcome = { inspected: number; violations: Violation[] }

export type Rule = (repository: Repository) => RuleOutcome

export function describeViolations(outcome: RuleOutcome): string[] {
  return outcome.violations.map(({ path, line, message }) =>
    line === undefined ? `${path} ${message}` : `${path}:${line} ${message}`,
  )
}

/** Returns what a rule reports about a small made-up repository. */
export function violationsIn(rule: Rule, texts: Readonly<Record<string, string>>): string[] {
  return describeViolations(rule(repositoryOf(texts)))
}
