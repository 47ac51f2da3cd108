import { CREATED_AT } from './generation-answer.ts'
import { jsonAnswer, type WireAnswer } from './wire-answer.ts'

export function modelListAnswer(ids: readonly string[]): WireAnswer {
  return jsonAnswer({ object: 'list', data: ids.map(modelEntry) })
}

/** Accepts any name: the simulator answers for every model. */
export function modelAnswer(id: string): WireAnswer {
  return jsonAnswer(modelEntry(id))
}

function modelEntry(id: string): object {
  return { id, object: 'model', created: CREATED_AT, owned_by: 'gatehouse-provider-sim' }
}
