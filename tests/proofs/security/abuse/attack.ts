import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import type { NewApiKey } from '@gatehouse/keys/create-api-key'
import type { GatewaySetup } from '../../gateway/gateway-setup.ts'
import type { Accomplice } from './accomplice.ts'
import type { AttackerAnswer, AttackerRequest } from './attacker-call.ts'
import type { Owner } from './backend-owner.ts'

export type Attack = {
  /** Number and title of the security finding that the attack tries to exploit, such as `F4 unbounded n`. */
  name: string
  run(platform: AbuseSetup): Promise<Gain>
}

/** What an attack gained. */
export type Gain = {
  /** Cost of the complete answers by the provider's own count, minus the amount charged. */
  creditMicros?: bigint
  /**
   * Complete answers that were not charged. A call parked for review because of an impossible usage report does not
   * count.
   */
  freeAnswers?: number
  /** Number of free answers that the limit on abandoned streams allows. */
  freeAllowed?: number
  /** Anything else that must not happen. */
  faults: string[]
  says: string
}

export type AbuseSetup = {
  setup: GatewaySetup
  gateway: ServiceProcess
  backend: ServiceProcess
  owner: Owner
  accomplice: Accomplice
  isShort: boolean
  budgets: Budgets
  addAttacker(creditMicros: bigint, limits?: Partial<NewApiKey>): Promise<Attacker>
  call(key: AddedKey, request: Omit<AttackerRequest, 'url' | 'key'>): Promise<AttackerAnswer>
}

export type Budgets = {
  callBytes: number
  storedAnswerBytes: number
  companyStoredBytes: number
  abandoned: number
}

export type Attacker = { companyId: string; key: AddedKey; grantedMicros: bigint }
