import type { InferenceDeps } from '../inference/inference-deps.ts'
import { chat } from './chat.ts'
import { listModels } from './list-models.ts'
import type { Operation, OperationName } from './operation.ts'

/** Everything that can be asked for by REST and by MCP. The order is the one in which tools are listed. */
export function createOperations(deps: InferenceDeps) {
  return {
    chat: chat(deps),
    list_models: listModels(deps),
  } satisfies Partial<Record<OperationName, Operation>>
}
