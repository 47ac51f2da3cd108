import type { Allowance } from '@gatehouse/allowances/allowance'
import type { SuspensionDeps } from '@gatehouse/companies/suspend-company'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Subcommand } from '../../read-subcommand.ts'

export type CompanyTaskDeps = SuspensionDeps & {
  operator: string
  postgres: Postgres
  clock: Clock
  /** Of a company whose plan says nothing else. */
  defaultAllowance: Allowance
}

/** Does the work and returns the lines to print. */
export type CompanySubcommand = Subcommand<(deps: CompanyTaskDeps) => Promise<readonly string[]>>
