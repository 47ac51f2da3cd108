import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import type { NewApiKey } from '@gatehouse/keys/create-api-key'
import type { GatewayScene } from '../gateway/gateway-scene.ts'
import type { Accomplice } from './accomplice.ts'
import type { AttackerAnswer, AttackerRequest } from './attacker-call.ts'
import type { Owner } from './backend-owner.ts'

export type Attack = {
  /** The finding of the audit. */
  name: string
  run(stage: Stage): Promise<Gain>
}

/** What an attack brought in. */
export type Gain = {
  /** What the whole answers would have cost by the provider's own count, less what was charged. */
  creditMicros?: bigint
  /** Whole answers that no charge and no parked call stands for. */
  freeAnswers?: number
  /** As many of them as the limit on abandoned streams allows. */
  freeAllowed?: number
  /** Whatever else must not happen. */
  faults: string[]
  says: string
}

export type Stage = {
  scene: GatewayScene
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
