import type { SimAccount } from '../account/sim-account.ts'
import type { FormParams } from './form-params.ts'

export type ApiCall = {
  account: SimAccount
  params: FormParams
  /** What stands in the place of `:id` in the path. */
  id: string
}

export type ApiRoute = {
  method: 'GET' | 'POST' | 'DELETE'
  /** With `:id` where an id stands. */
  path: string
  /** Every parameter the simulator understands here, besides `expand`; any other is refused. */
  params: readonly string[]
  answer(call: ApiCall): object
}
