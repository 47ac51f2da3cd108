import type { ParseDeps } from '../../parse/open-parsing.ts'
import { chat } from './chat.ts'
import { type GetUsageDeps, getUsage } from './get-usage.ts'
import { type ListJobsDeps, listJobs } from './list-jobs.ts'
import { listModels } from './list-models.ts'
import type { Operation, OperationName } from './operation.ts'
import { parseDocument } from './parse-document.ts'

export type OperationDeps = ParseDeps & GetUsageDeps & ListJobsDeps

/** Every operation available through both REST and MCP, in the order in which tools are listed. */
export function createOperations(deps: OperationDeps) {
  return {
    chat: chat(deps),
    list_models: listModels(deps),
    get_usage: getUsage(deps),
    list_jobs: listJobs(deps),
    parse_cv: parseDocument(deps, 'cv'),
    parse_jd: parseDocument(deps, 'jd'),
  } satisfies Record<OperationName, Operation>
}
