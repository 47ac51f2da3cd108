import type { SuspensionDeps } from '@gatehouse/companies/suspend-company'
import type { Subcommand } from '../../read-subcommand.ts'

type CompanyTaskDeps = SuspensionDeps & { operator: string }

/** Does the work and returns the lines to print. */
export type CompanySubcommand = Subcommand<(deps: CompanyTaskDeps) => Promise<readonly string[]>>
