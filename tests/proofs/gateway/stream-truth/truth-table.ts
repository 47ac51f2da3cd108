// The billing truth table as data: for each thing that can happen to a call, what must be recorded and whether it is
// charged. The judge decides which rows can apply to a run; this table says what the database must then contain.

export type TruthRow = {
  happened: string
  /** Undefined if there must be no record at all. */
  status: 'SUCCEEDED' | 'FAILED' | undefined
  reasons: readonly (string | null)[]
  isCharged: boolean
  /** Charged at first, and refunded by the reaper. */
  isReturned?: true
}

const truthTable = {
  jsonWithUsage: {
    happened: 'non-stream 2xx with usage',
    status: 'SUCCEEDED',
    reasons: [null],
    isCharged: true,
  },
  jsonWithoutUsage: {
    happened: 'non-stream 2xx without usage, answer still delivered',
    status: 'FAILED',
    reasons: ['no_usage'],
    isCharged: false,
  },
  streamCharged: {
    happened: 'stream ended with a usage block, charge durable',
    status: 'SUCCEEDED',
    reasons: [null],
    isCharged: true,
  },
  chargeUnavailable: {
    happened: 'the charge could not be made durable within its deadline',
    status: 'FAILED',
    reasons: ['settle_unavailable'],
    isCharged: false,
  },
  streamWithoutUsage: {
    happened: 'stream ended without a usage block',
    status: 'FAILED',
    reasons: ['no_usage', 'provider_error', 'provider_timeout'],
    isCharged: false,
  },
  clientGone: {
    happened: 'early client disconnect',
    status: 'FAILED',
    reasons: ['client_gone'],
    isCharged: false,
  },
  gatewayKilled: {
    happened: 'gateway killed',
    status: 'FAILED',
    reasons: ['process_died'],
    isCharged: false,
  },
  clientGoneAfterUsage: {
    happened: 'client gone after the usage block was received',
    status: 'SUCCEEDED',
    reasons: [null],
    isCharged: true,
  },
  killedAfterCharge: {
    happened: 'gateway killed between the durable charge and the last byte, charge refunded',
    status: 'SUCCEEDED',
    reasons: [null],
    isCharged: false,
    isReturned: true,
  },
  // It cannot be known whether bytes sent in the last moment before a kill have arrived.
  killedAfterDelivery: {
    happened: 'gateway killed within a second of the last byte, charge refunded',
    status: 'SUCCEEDED',
    reasons: [null],
    isCharged: false,
    isReturned: true,
  },
  providerFailed: {
    happened: 'provider error, timeout, every route open',
    status: 'FAILED',
    reasons: ['provider_error', 'provider_timeout', 'routes_unavailable'],
    isCharged: false,
  },
  parseFailed: {
    happened: 'no answer of the model was of use to the parse',
    status: 'FAILED',
    reasons: ['extraction_failed'],
    isCharged: false,
  },
  refused: {
    happened: 'refused before forwarding',
    status: undefined,
    reasons: [],
    isCharged: false,
  },
  // Two more rows, for requests that never become a call. `turnedAway` occurs on a machine that is busier than the
  // proof expects.
  turnedAway: {
    happened: 'shed with 503, because Postgres was too slow or the gateway overloaded',
    status: undefined,
    reasons: [],
    isCharged: false,
  },
  // The client or the gateway was gone before the request arrived.
  neverCalled: {
    happened: 'never became a call',
    status: undefined,
    reasons: [],
    isCharged: false,
  },
} as const satisfies Record<string, TruthRow>

export type RowName = keyof typeof truthTable

export const rowNames = Object.keys(truthTable) as RowName[]

export function rowOf(name: RowName): TruthRow {
  return truthTable[name]
}
