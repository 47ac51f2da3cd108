import type { SimAccount } from '../account/sim-account.ts'
import type { FormParams } from './form-params.ts'

export type ApiCall = {
  account: SimAccount
  params: FormParams
  /** The value in place of `:id` in the path. */
  id: string
}

export type ApiRoute = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Contains `:id` in place of an id. */
  path: string
  /** Every parameter that the simulator supports here, apart from `expand`; any other is rejected. */
  params: readonly string[]
  answer(call: ApiCall): object
}
